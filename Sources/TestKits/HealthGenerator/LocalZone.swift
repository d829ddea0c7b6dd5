internal import Foundation

/// A zone's wall clock.
struct LocalZone {
    let name: String
    private let zone: TimeZone
    /// The offset of some time, and the quarter of a day that it holds for.
    private var known: (from: Int64, to: Int64, offset: Int)?

    /// - Returns: Nil for a zone that the system does not know.
    init?(_ name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        self.name = name
        self.zone = zone
    }

    /// Seconds ahead of UTC at a moment.
    mutating func offset(at time: Int64) -> Int {
        if let known, time >= known.from, time < known.to { return known.offset }
        let from = time - time % 21_600
        let offsets = [from, time, from + 21_599].map(asked)
        if offsets[0] == offsets[2] { known = (from, from + 21_600, offsets[0]) }
        return offsets[1]
    }

    /// The local day of a moment, in days since 1970.
    mutating func day(at time: Int64) -> Int { Int((time + Int64(offset(at: time))) / 86_400) }

    /// The first second of a local day.
    mutating func midnight(_ day: Int) -> Int64 {
        var (low, high) = (Int64(day) * 86_400 - 60_000, Int64(day) * 86_400 + 60_000)
        while high - low > 1 {
            let middle = (low + high) / 2
            if self.day(at: middle) >= day { high = middle } else { low = middle }
        }
        return high
    }

    private func asked(_ time: Int64) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time)))
    }
}
