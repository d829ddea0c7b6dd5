/// How the Inform (v2) API names a metric, and in which units it takes it.
public struct InformMetric: Hashable, Sendable {
    /// The API's name of the metric.
    public let name: String
    /// The units that it is sent in: one, or for a metric without a standard unit all that are allowed.
    public let units: [InformUnit]
    /// Whether the units stand in the API's public documentation.
    ///
    /// False for a metric whose name is public and whose unit is not; then it is ours.
    public let isUnitPublic: Bool
    /// Whether the API takes whole numbers only.
    public let isWhole: Bool

    /// The unit that a value is sent in: its own where that is allowed, else the first.
    ///
    /// - Parameter ucum: The unit that the value has.
    public func unit(for ucum: String) -> InformUnit? { units.first { $0.ucum == ucum } ?? units.first }
}
