/// A record whose end tag has not come yet.
struct AppleRecord {
    /// Where it began, in the whole file.
    let offset: UInt64
    /// Its start and its end, where its dates could be read.
    let times: AppleTimes?
    /// The sample, where its type is wanted and it is sound.
    var sample: HealthSample?
    /// Whether its first beat is looked for: only of a heart-rate variability.
    var awaitsBeat: Bool
}

/// A type of samples, while its file is read.
struct AppleType {
    let identifier: String
    /// The sink's number; nil where samples are only counted.
    let number: Int?
    /// Whether its values are names.
    let isCategory: Bool
    /// Whether lists of heartbeats stand in its records.
    let hasBeats: Bool
    var count = 0
    /// The last start of its samples.
    var lastStart: Int64?
    /// The latest start of its samples.
    var latestStart: Int64 = .min

    /// What all types behind the most are counted as; nobody wants them.
    static let rest = AppleType(identifier: "more types", number: nil)

    init(identifier: String, number: Int?) {
        self.identifier = identifier
        self.number = number
        hasBeats = identifier == "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
        isCategory = identifier.hasPrefix("HKCategoryTypeIdentifier")
    }

    /// How far a start can lie before an earlier one's in samples that come in the order of time, in seconds.
    ///
    /// Two devices' samples of one day are not in order, samples of two sources one after another lie years apart.
    private static let tolerance: Int64 = 2 * 86_400

    /// Notes a sample's start; false where it lies far before another one's.
    mutating func note(start: Int64) -> Bool {
        lastStart = start
        defer { latestStart = max(latestStart, start) }
        return latestStart == .min || start >= latestStart - Self.tolerance
    }
}

/// What type, source and unit of the last record stand for: those of the next one are nearly always the same text.
struct LastHead {
    /// The number of the record's tag; -1 where it is not known.
    var tag = -1
    var type = 0
    var source = 0
    var unit: Int?
}
