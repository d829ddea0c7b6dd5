/// One way in which the rows of a layout can stand.
public struct DisplayArrangement: Sendable, Hashable {
    /// The keys of fields: lines from top to bottom, in each the fields from left to right.
    public let lines: [[String]]
    /// How unusual it is against the layout's usual one, 0…1; 0 for usual.
    public let penalty: Double

    /// Makes an arrangement.
    public init(_ lines: [[String]], penalty: Double = 0) {
        self.lines = lines
        self.penalty = penalty
    }

    /// All keys in reading order.
    public var keys: [String] { lines.flatMap(\.self) }
}
