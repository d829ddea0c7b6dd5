/// A unit that a metric can come in, and its exact way to the metric's canonical unit.
///
/// canonical value = (value + `offset`) × `numerator` / `denominator`
public struct MetricUnit: Hashable, Sendable {
    /// The unit in UCUM, like `mm[Hg]`.
    public let ucum: String
    /// The sign that people read, like `mmHg`.
    public let label: String
    /// What is added first.
    public let offset: DecimalNumber
    /// What is multiplied by.
    ///
    /// Not zero.
    public let numerator: Int64
    /// What is divided by.
    ///
    /// Not zero.
    public let denominator: Int64

    init(
        _ ucum: String,
        label: String,
        offset: DecimalNumber = 0,
        times numerator: Int64 = 1,
        over denominator: Int64 = 1
    ) {
        self.ucum = ucum
        self.label = label
        self.offset = offset
        self.numerator = numerator
        self.denominator = denominator
    }
}
