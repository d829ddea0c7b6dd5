import Pixels

/// A second opinion on digits without a network: which of the seven segments are lit.
///
/// It knows only seven-segment digits; on others its opinion is neutral, 0.5.
enum SegmentSampler {
    /// The mean logarithm below which even the best digit does not match, so that the ink is not from segments.
    private static let unlike = -0.55

    /// How well the ink matches the digits of a string, for the worst digit: 1 for a match, 0 for a mismatch.
    static func agreement(of places: CharacterPlaces) -> Double {
        guard let plane = places.plane else { return 0.5 }
        return places.digits.compactMap { index in
            places.cell(index).map { opinion(places.characters[index], cell: $0, plane: plane, rows: places.lines) }
        }
        .min() ?? 0.5
    }

    /// The likelihood of the digit against the best other one.
    private static func opinion(_ digit: Character, cell: Range<Int>, plane: InkPlane, rows: Range<Int>) -> Double {
        // A `1` is as wide as its stroke; only a truncated cell is as narrow.
        let isNarrow = Double(cell.count) < 0.28 * Double(rows.count)
        guard !isNarrow else { return digit == "1" ? 0.95 : 0.4 }
        let zones = zones(cell, plane: plane, rows: rows)
        let scores = SegmentPattern.all.map { (digit: $0.digit, log: $0.log(of: zones)) }
        guard let best = scores.map(\.log).max(), best > unlike else { return 0.5 }
        let own = scores.filter { $0.digit == digit }.map(\.log).max() ?? unlike
        let other = scores.filter { $0.digit != digit }.map(\.log).max() ?? unlike
        return 1 / (1 + exponential(-7 * (own - other)))
    }

    /// The ink of the segments a to g: across a segment the maximum, along it the mean.
    private static func zones(_ cell: Range<Int>, plane: InkPlane, rows: Range<Int>) -> [Float] {
        func row(_ share: Double) -> Int { rows.lowerBound + Int((Double(rows.count) * share).rounded()) }
        func column(_ share: Double) -> Int { cell.lowerBound + Int((Double(cell.count) * share).rounded()) }
        func flat(_ from: Double, to: Double) -> Float {
            (row(from)..<row(to)).map { plane.mean(row: $0, columns: column(0.28)..<column(0.72)) }.max() ?? 0
        }
        func upright(_ columns: (Double, Double), from: Double, to: Double) -> Float {
            (column(columns.0)..<max(column(columns.1), column(columns.0) + 1))
                .map { plane.mean(column: $0, rows: row(from)..<row(to)) }.max() ?? 0
        }
        let (left, right) = ((0.0, 0.36), (0.64, 1.0))
        return [
            flat(-0.08, to: 0.22), upright(right, from: 0.18, to: 0.42), upright(right, from: 0.58, to: 0.82),
            flat(0.78, to: 1.08),
            upright(left, from: 0.58, to: 0.82), upright(left, from: 0.18, to: 0.42), flat(0.38, to: 0.62),
        ]
    }
}

/// The lit segments of a digit: a top, b upper right, c lower right, d bottom, e lower left, f upper left, g middle.
struct SegmentPattern {
    let digit: Character
    /// The segments a to g.
    let isLit: [Bool]

    private init(_ digit: Character, segments: String) {
        self.digit = digit
        isLit = "abcdefg".map { segments.contains($0) }
    }

    /// All digits; those with two forms occur twice.
    static let all = [
        SegmentPattern("0", segments: "abcdef"), SegmentPattern("1", segments: "bc"),
        SegmentPattern("2", segments: "abdeg"),
        SegmentPattern("3", segments: "abcdg"), SegmentPattern("4", segments: "bcfg"),
        SegmentPattern("5", segments: "acdfg"),
        SegmentPattern("6", segments: "acdefg"), SegmentPattern("6", segments: "cdefg"),
        SegmentPattern("7", segments: "abc"),
        SegmentPattern("7", segments: "abcf"), SegmentPattern("8", segments: "abcdefg"),
        SegmentPattern("9", segments: "abcdfg"),
        SegmentPattern("9", segments: "abcfg"),
    ]

    /// The mean log likelihood of the zones' ink under this pattern.
    func log(of zones: [Float]) -> Double {
        var sum = 0.0
        for (ink, lit) in zip(zones, isLit) {
            let share = Double(min(max(ink, 0.05), 0.95))
            sum += logarithm(lit ? share : 1 - share)
        }
        return sum / Double(max(zones.count, 1))
    }
}
