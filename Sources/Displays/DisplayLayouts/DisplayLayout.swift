/// What a display shows, and where: the fields, how their rows can stand, and what holds between them.
///
/// Nothing but data, so that a new meter needs no code.
public struct DisplayLayout: Sendable, Hashable {
    /// The kind of the meter.
    public let kind: DisplayKind
    /// The fields, in the order of results.
    public let fields: [DisplayField]
    /// The ways in which the rows can stand, the usual one first.
    public let arrangements: [DisplayArrangement]
    /// What holds between the fields.
    public let relations: [FieldRelation]
    /// How high the row of a field is against the highest one, by key; 1 is the highest, and absent says nothing.
    public let heights: [String: ClosedRange<Double>]

    /// Makes a layout.
    public init(
        kind: DisplayKind,
        fields: [DisplayField],
        arrangements: [DisplayArrangement],
        relations: [FieldRelation] = [],
        heights: [String: ClosedRange<Double>] = [:]
    ) {
        self.kind = kind
        self.fields = fields
        self.arrangements = arrangements
        self.relations = relations
        self.heights = heights
    }

    /// The field with a key, or nil.
    public func field(_ key: String) -> DisplayField? { fields.first { $0.key == key } }

    /// The fields of an arrangement in reading order.
    public func fields(of arrangement: DisplayArrangement) -> [DisplayField] { arrangement.keys.compactMap(field) }

    /// The units that can be chosen: those of the fields that have several.
    public var choosableUnits: [DisplayUnit] {
        fields.filter { $0.units.count > 1 }.flatMap(\.units).reduce(into: []) { known, unit in
            if !known.contains(unit) { known.append(unit) }
        }
    }
}
