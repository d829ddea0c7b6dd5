internal import SeededRandom

/// The whereabouts of the person: at home, and every few weeks on a trip of some days.
///
/// Determined by the seed and the date, so that a later export has the same trips.
struct Itinerary {
    /// The period in days with at most one trip.
    private static let block = 28
    private static let places = [
        "Asia/Kolkata", "Australia/Lord_Howe", "Europe/London", "Asia/Tokyo", "America/St_Johns", "America/Los_Angeles",
        "Europe/Paris", "America/New_York",
    ]

    private let seed: UInt64
    private let hasTrips: Bool
    /// The time zones, home first.
    private(set) var zones: [LocalZone]

    /// - Returns: Nil if the system does not know the zones.
    init?(_ options: ExportOptions) {
        let names = [options.home] + Self.places.filter { $0 != options.home }
        zones = names.compactMap(LocalZone.init)
        guard zones.count == names.count else { return nil }
        seed = options.seed
        // Older exports have nothing that locates the person during a flight.
        hasTrips = options.hasBeats
    }

    /// The pieces of a range of days, both ends included.
    mutating func pieces(from firstDay: Int, to last: Int) -> [DayPiece] {
        let changes = changes(from: firstDay - Self.block, to: last + Self.block)
        var pieces: [DayPiece] = []
        var time = zones[place(changes, at: zones[0].midnight(firstDay))].midnight(firstDay)
        // A piece that starts while travelling does not start with a night.
        let first = place(changes, at: time)
        var hasMorning = zones[first].midnight(zones[first].day(at: time)) == time
        while true {
            let zone = place(changes, at: time)
            let day = zones[zone].day(at: time)
            guard day <= last || !hasMorning else { return pieces }
            let midnight = zones[zone].midnight(day + 1)
            let flight = changes.first { $0.time > time && $0.time < midnight }?.time
            pieces.append(
                DayPiece(
                    day: day,
                    zone: zone,
                    start: time,
                    end: flight ?? midnight,
                    hasMorning: hasMorning,
                    isBeforeFlight: flight != nil
                )
            )
            time = flight ?? midnight
            hasMorning = flight == nil
        }
    }

    private func place(_ changes: [(time: Int64, zone: Int)], at time: Int64) -> Int {
        changes.last { $0.time <= time }?.zone ?? 0
    }

    private mutating func changes(from first: Int, to last: Int) -> [(time: Int64, zone: Int)] {
        guard hasTrips else { return [] }
        var changes: [(time: Int64, zone: Int)] = []
        for block in (first / Self.block)...(last / Self.block) {
            var random = SplitMix64(seed: seed, stream: 0x7471_0000 + UInt64(block))
            guard Int.random(in: 0..<5, using: &random) < 3 else { continue }
            let out = block * Self.block + Int.random(in: 3...9, using: &random)
            let back = out + Int.random(in: 4...12, using: &random)
            let zone = Int.random(in: 1..<zones.count, using: &random)
            changes.append((zones[0].midnight(out) + 43_200, zone))
            changes.append((zones[zone].midnight(back) + 43_200, 0))
        }
        return changes
    }
}
