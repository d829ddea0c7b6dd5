internal import Pixels

extension Glare {
    /// From this share on of a character's place beside a row glare may hide one there: less leaves something to see.
    private static let hiddenBeside = 0.5

    /// The share of a value that is covered, 0…1, or of a place beside it that may hide a further digit.
    package func share(of measurement: DisplayMeasurement) -> Double {
        let beside = measurement.placesBeside.map { share(of: $0.bounds) }.filter { $0 >= Self.hiddenBeside }
        return max(share(of: measurement.box.bounds), beside.max() ?? 0)
    }
}
