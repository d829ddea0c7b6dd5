public import VitalRecords

/// What a row's text says as a value of a field.
public struct FieldReading: Sendable, Hashable {
    /// The text as it was seen, such as `12.8`.
    public let text: String
    /// The value, with the digits behind the point that the display shows.
    public let value: DecimalNumber
    /// The unit, or nil where nothing is known of the number.
    ///
    /// A display in stones has the value in pounds.
    public let unit: DisplayUnit?
    /// True where nothing on the display told the unit, and the field's default was taken.
    public let isUnitAssumed: Bool
    /// True where the unit demands a point that was not seen: the value is a guess that a person has to confirm.
    public let isPointRestored: Bool
    /// How unusual the text or the value is, 0…1; 0 for as it should be.
    public let penalty: Double

    /// Makes a reading.
    public init(
        text: String,
        value: DecimalNumber,
        unit: DisplayUnit?,
        isUnitAssumed: Bool = false,
        isPointRestored: Bool = false,
        penalty: Double = 0
    ) {
        self.text = text
        self.value = value
        self.unit = unit
        self.isUnitAssumed = isUnitAssumed
        self.isPointRestored = isPointRestored
        self.penalty = penalty
    }
}
