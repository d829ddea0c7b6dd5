/// Which of the seven segments a digit lights: a top, b upper right, c lower right, d bottom, e lower left,
/// f upper left, g middle.
struct SegmentPattern {
    let digit: Character
    /// The segments a to g.
    let isLit: [Bool]

    private init(_ digit: Character, _ segments: String) {
        self.digit = digit
        isLit = "abcdefg".map { segments.contains($0) }
    }

    /// All digits, those with two forms twice.
    static let all = [
        SegmentPattern("0", "abcdef"), SegmentPattern("1", "bc"), SegmentPattern("2", "abdeg"),
        SegmentPattern("3", "abcdg"), SegmentPattern("4", "bcfg"), SegmentPattern("5", "acdfg"),
        SegmentPattern("6", "acdefg"), SegmentPattern("6", "cdefg"), SegmentPattern("7", "abc"),
        SegmentPattern("7", "abcf"), SegmentPattern("8", "abcdefg"), SegmentPattern("9", "abcdfg"),
        SegmentPattern("9", "abcfg"),
    ]

    /// The mean logarithm of how likely the zones' ink is under this pattern.
    func log(of zones: [Float]) -> Double {
        var sum = 0.0
        for (ink, lit) in zip(zones, isLit) {
            let share = Double(min(max(ink, 0.05), 0.95))
            sum += logarithm(lit ? share : 1 - share)
        }
        return sum / Double(max(zones.count, 1))
    }
}
