/// A record whose end tag has not been read yet.
struct AppleRecord {
    /// Its position in the file.
    let offset: UInt64
    /// Its start and end; nil if its dates are unreadable.
    let times: AppleTimes?
    /// The sample; nil if its type is unwanted or its value unreadable.
    var sample: HealthSample?
    /// Whether its first beat is read, as for heart rate variability.
    var awaitsBeat: Bool
}

/// A type of samples during a pass.
struct AppleType {
    let identifier: String
    /// The sink's number; nil if samples are counted only.
    let number: Int?
    /// Whether its values are names of categories.
    let isCategory: Bool
    /// Whether its records contain lists of heartbeats.
    let hasBeats: Bool
    var count = 0
    /// The start of its last sample.
    var lastStart: Int64?
    /// The latest start of its samples.
    var latestStart: Int64 = .min

    /// The entry for all types beyond the limit; no sink takes its samples.
    static let rest = AppleType(identifier: "more types", number: nil)

    init(identifier: String, number: Int?) {
        self.identifier = identifier
        self.number = number
        hasBeats = identifier == "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
        isCategory = identifier.hasPrefix("HKCategoryTypeIdentifier")
    }

    /// How far a sample may start before the latest start, in seconds, without breaking the time order.
    ///
    /// Samples of two devices on one day are out of order; samples of two sources written one after another are years
    /// apart.
    private static let tolerance: Int64 = 2 * 86_400

    /// Records a sample's start; false if it breaks the time order.
    mutating func note(start: Int64) -> Bool {
        lastStart = start
        defer { latestStart = max(latestStart, start) }
        return latestStart == .min || start >= latestStart - Self.tolerance
    }
}

/// The numbers of the type, source and unit of the last record, because the next record almost always has the same
/// text.
struct LastHead {
    /// The number of the record's tag; -1 if unknown.
    var tag = -1
    var type = 0
    var source = 0
    var unit: Int?
}
