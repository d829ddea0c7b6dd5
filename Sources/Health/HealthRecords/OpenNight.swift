/// A sleep that more samples may still belong to.
struct OpenNight {
    /// The most samples of one; real ones have up to some hundred.
    static let limit = 20_000
    private(set) var samples: [StoredSample] = []
    private(set) var end: Int64 = .min

    mutating func append(_ sample: StoredSample) {
        samples.append(sample)
        end = max(end, sample.end)
    }

    /// Whether a sample belongs to it.
    func continues(_ sample: StoredSample, longestBreak: Int64) -> Bool {
        !samples.isEmpty && samples.count < Self.limit && sample.start - end <= longestBreak
    }
}
