internal import FoundationEssentials
internal import VitalRecords

/// When a measurement is due by a rule of a plan, in a time zone; pure.
///
/// Times of day are those of the site's clock, also when it changes: a time that the clock skips is due an hour later,
/// and a time that it shows twice is due once, the first time. Hours are elapsed hours.
struct DueTimes: Sendable {
    /// The most by which a measurement may be early or late, in seconds.
    static let mostMargin: TimeInterval = 3_600
    private static let day: TimeInterval = 86_400

    /// Whether a measurement is due.
    enum State: Sendable, Hashable {
        /// It was done; the next one is due at this time.
        case later(Date)
        /// It is due at about this time.
        case due(Date)
        /// It was due at this time, and is late.
        case overdue(Date)

        /// The time at which it is, or was, due.
        var time: Date {
            switch self {
            case .later(let time), .due(let time), .overdue(let time): time
            }
        }
    }

    let zone: TimeZone

    /// The state of a rule; nil if it names neither times nor hours.
    ///
    /// A value counts for a time if it was measured up to a margin before it: a quarter of the pause between two times,
    /// at most an hour. After the same margin the time is overdue, until a value is measured.
    ///
    /// - Parameters:
    ///   - last: When the person's newest value was measured; nil without one.
    ///   - since: The start of the plan for this person; earlier times are not due.
    func state(of rule: CarePlan.Rule, last: Date?, since: Date, now: Date) -> State? {
        // A device with a wrong clock must not make anything look done.
        let last = last.map { min($0, now) }
        let margin = Self.margin(of: rule)
        guard let next = next(of: rule, last: last, since: since, margin: margin) else { return nil }
        if now < next - margin { return .later(next) }
        return now <= next + margin ? .due(next) : .overdue(next)
    }

    private func next(of rule: CarePlan.Rule, last: Date?, since: Date, margin: TimeInterval) -> Date? {
        if let hours = rule.hours {
            guard CarePlan.hours.contains(hours) else { return nil }
            // In range: two weeks at most.
            return max(since, last.map { $0 + TimeInterval(hours * 3_600) } ?? since)
        }
        let from = max(since, last.map { $0 + margin } ?? since)
        let times = rule.times.filter { (0..<1_440).contains($0) }
        let today = zone.day(of: from)
        return (today - 1...today + 2).flatMap { day in times.map { moment(day: day, minute: $0) } }
            .filter { $0 > from }.min()
    }

    /// How much earlier or later than its time a measurement may be, in seconds.
    static func margin(of rule: CarePlan.Rule) -> TimeInterval {
        guard rule.hours == nil else { return min(mostMargin, TimeInterval(rule.hours ?? 0) * 900) }
        let times = rule.times.sorted()
        guard times.count > 1, let first = times.first else { return mostMargin }
        let gaps = zip(times, times.dropFirst() + [first + 1_440]).map { $1 - $0 }
        return min(mostMargin, TimeInterval(gaps.min() ?? 0) * 15)
    }

    /// The moment at which the site's clock shows a time of a day.
    private func moment(day: Int, minute: Int) -> Date {
        let local = Date(timeIntervalSince1970: TimeInterval(day) * Self.day + TimeInterval(minute * 60))
        let before = zone.secondsFromGMT(for: local - Self.day)
        let after = zone.secondsFromGMT(for: local + Self.day)
        // The larger offset gives the earlier moment.
        for offset in [max(before, after), min(before, after)] {
            let moment = local - TimeInterval(offset)
            if zone.secondsFromGMT(for: moment) == offset { return moment }
        }
        return local - TimeInterval(before)
    }
}
