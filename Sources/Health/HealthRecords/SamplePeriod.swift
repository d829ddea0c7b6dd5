/// Four weeks of UTC, in which samples are held and worked on together.
enum SamplePeriod {
    /// How long one is, in seconds.
    static let length: Int64 = 28 * 86_400

    /// The number of the one that a moment lies in.
    static func number(at time: Int64) -> Int {
        Int((time - (time % length + length) % length) / length)
    }

    /// Its moments.
    static func range(_ number: Int) -> Range<Int64> {
        Int64(number) * length..<Int64(number + 1) * length
    }
}
