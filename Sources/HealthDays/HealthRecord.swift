public import VitalRecords

/// A reading made of health data, and the local day that it belongs to.
public struct HealthRecord: Hashable, Sendable {
    /// The reading.
    public let reading: Reading
    /// The day: of a night the one that the person woke up on.
    public let day: LocalDay

    /// Makes a record.
    public init(_ reading: Reading, _ day: LocalDay) {
        self.reading = reading
        self.day = day
    }
}
