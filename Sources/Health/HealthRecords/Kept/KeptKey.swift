internal import VitalRecords

/// What names a series of samples that is kept beyond its file.
package struct KeptKey: Hashable, Sendable {
    /// Days since 1970 (UTC) in which the samples begin; of sums of days the local day.
    package let day: Int
    /// The type, as HealthKit names it.
    package let type: String
    /// The source's name.
    package let source: String

    /// Makes a key.
    package init(day: Int, type: String, source: String) {
        self.day = day
        self.type = type
        self.source = source
    }

    /// The day (UTC) of a moment.
    package static func day(at time: Int64) -> Int { Int(clamping: (Double(time) / 86_400).rounded(.down)) }
}

extension KeptKey: Comparable {
    /// By day, then by type and source.
    package static func < (left: KeptKey, right: KeptKey) -> Bool {
        (left.day, left.type, left.source) < (right.day, right.type, right.source)
    }
}
