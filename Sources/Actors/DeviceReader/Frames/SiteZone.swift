internal import FoundationEssentials

#if canImport(Glibc)
import Glibc
#endif

/// The site's local time up to a moment, with the summer and winter time of each year.
///
/// It stores plain numbers, so that a replay of saved frames gives the same times even if the machine's zone has
/// changed.
struct SiteZone: Codable, Sendable, Hashable {
    /// A change of the offset.
    struct Change: Codable, Sendable, Hashable {
        /// When the new offset began.
        var at: Date
        /// The offset from UTC before, in seconds.
        var before: Int
    }

    /// The offset from UTC since the last change, in seconds.
    var utcOffset: Int
    /// The changes, oldest first.
    var changes: [Change] = []

    /// The offset at a moment, in seconds.
    func utcOffset(at date: Date) -> Int { changes.first { date < $0.at }?.before ?? utcOffset }

    /// The moments at which the site's clocks show a local time: two in a repeated hour, none in a skipped one.
    ///
    /// - Parameter wall: The local time, as if it were UTC.
    func moments(showing wall: Date) -> [Date] {
        let offsets = Set(changes.map(\.before) + [utcOffset])
        return offsets.compactMap { offset in
            let moment = wall.addingTimeInterval(-Double(offset))
            return utcOffset(at: moment) == offset ? moment : nil
        }.sorted()
    }
}

/// The hub's time zone, because devices keep local time without a zone.
enum HubZone {
    /// How far back changes are searched, in seconds: further than any device's memory.
    private static let span: TimeInterval = 12 * 366 * 86_400
    /// The search step, in seconds: no two changes are closer together.
    private static let step: TimeInterval = 7 * 86_400

    /// The offset from UTC in seconds at a moment.
    static func utcOffset(at date: Date) -> Int {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return 0 }
        return unsafe parts.tm_gmtoff
    }

    /// The zone with its changes up to a moment.
    ///
    /// - Parameter offset: The offset from UTC in seconds at a moment.
    static func zone(until now: Date, offset: (Date) -> Int = utcOffset) -> SiteZone {
        var changes: [SiteZone.Change] = []
        var late = now
        while now.timeIntervalSince(late) < span {
            let early = late.addingTimeInterval(-step)
            if offset(early) != offset(late) { changes.append(change(after: early, until: late, offset)) }
            late = early
        }
        return SiteZone(utcOffset: offset(now), changes: changes.reversed())
    }

    /// The change between two moments, to the second.
    private static func change(after early: Date, until late: Date, _ offset: (Date) -> Int) -> SiteZone.Change {
        var (low, high) = (early.timeIntervalSince1970.rounded(.down), late.timeIntervalSince1970.rounded(.up))
        let before = offset(early)
        while high - low > 1 {
            let middle = ((low + high) / 2).rounded(.down)
            if offset(Date(timeIntervalSince1970: middle)) == before { low = middle } else { high = middle }
        }
        return SiteZone.Change(at: Date(timeIntervalSince1970: high), before: before)
    }
}
