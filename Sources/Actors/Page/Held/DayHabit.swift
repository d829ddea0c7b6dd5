internal import Foundation

/// How often a person uses a device at an hour, by the number of the person's other uses on that day.
///
/// A person who measures once a day, and has measured today, less probably made another reading. A person who
/// measures twice a day did. Both follow from the earlier days alone.
struct DayHabit: Sendable {
    /// The uses at the hour, and the days, with as many other uses.
    private struct Tally {
        var uses = 0.0
        var days = 0.0
    }

    /// The width of a habit, in hours.
    private static let width = 0.75
    /// Readings within this time are one use, in hours: many people measure twice at once.
    private static let once = 1.0 / 6
    /// The days that everybody is as if known for, and the uses on each, spread evenly: habits change.
    private static let prior = (days: 1.5, uses: 0.6)
    /// More other uses of a day than these are not told apart.
    private static let most = 4

    /// The uses per hour, by the number of other uses.
    private let rates: [Double]
    /// The person's other uses of that day that are decided.
    private let known: Int

    /// - Parameters:
    ///   - past: The person's earlier measurements.
    ///   - time: When the reading was made.
    ///   - now: When it is judged.
    ///   - last: The last day on which any person's use is known.
    init(_ past: [LikelyPerson.Past], at time: Date, now: Date, last: Int?, zone: TimeZone) {
        let (day, hour) = (zone.day(of: time), zone.hour(of: time))
        // Days are compared as far as this one has come.
        let until = zone.day(of: now) > day ? 24 : zone.hour(of: now)
        let byDay = Dictionary(grouping: past.filter(\.isSameDevice)) { zone.day(of: $0.at) }
            .mapValues { Self.uses($0.map { zone.hour(of: $0.at) }) }
        var tallies = [Tally](repeating: Tally(), count: Self.most)
        if let first = byDay.keys.min(), let end = last.map({ min($0, zone.day(of: now) - 1) }), first <= end {
            for one in first...end where one != day {
                Self.count(byDay[one] ?? [], hour: hour, until: until, in: &tallies)
            }
        }
        rates = Self.rates(tallies)
        known = (byDay[day] ?? []).count { abs($0 - hour) > Self.once && $0 <= until }
    }

    /// The person's uses per hour at that hour.
    ///
    /// - Parameter others: The number of the person's other uses of that day that are not decided yet.
    func rate(others: Int) -> Double { rates[min(known + others, Self.most - 1)] }

    /// Whether two readings are two uses of a device.
    static func isOtherUse(_ one: Date, than other: Date) -> Bool {
        abs(one.timeIntervalSince(other)) > once * 3_600
    }

    /// The hours of a day's uses, in order.
    private static func uses(_ hours: [Double]) -> [Double] {
        hours.sorted().reduce(into: []) { found, hour in
            if let last = found.last, hour - last <= once { return }
            found.append(hour)
        }
    }

    /// Counts a day's uses.
    private static func count(_ uses: [Double], hour: Double, until: Double, in tallies: inout [Tally]) {
        let area = width * (2 * Double.pi).squareRoot()
        let seen = uses.count { $0 <= until }
        tallies[min(seen, most - 1)].days += 1
        for use in uses {
            let gap = min(abs(use - hour), 24 - abs(use - hour))
            let others = use <= until ? seen - 1 : seen
            tallies[min(others, most - 1)].uses += exp(-0.5 * gap * gap / (width * width)) / area
        }
    }

    private static func rates(_ tallies: [Tally]) -> [Double] {
        tallies.reduce(into: []) { rates, tally in
            let rate = (tally.uses + prior.days * prior.uses / 24) / (tally.days + prior.days)
            // So many uses never seen are no more probable than one fewer.
            let isUnknown = tally.days == 0 && tally.uses < 1e-9
            rates.append(isUnknown ? min(rate, rates.last ?? rate) : rate)
        }
    }
}
