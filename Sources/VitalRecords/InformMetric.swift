/// A metric of the Inform (v2) API.
public struct InformMetric: Hashable, Sendable {
    /// The metric's `type`.
    public let name: String
    /// The `unit` that its value is sent in.
    public let unit: String
    /// The same unit in UCUM.
    public let ucum: String
    /// False where no public page states the unit and it is inferred from the legacy API.
    public let isUnitPublic: Bool

    init(_ name: String, unit: String, ucum: String, isUnitPublic: Bool = true) {
        self.name = name
        self.unit = unit
        self.ucum = ucum
        self.isUnitPublic = isUnitPublic
    }
}
