internal import Foundation
internal import HealthInputs

/// The UTC offset of a zone over time.
///
/// It looks up the system's zone data once for each week and caches it.
struct ZoneClock {
    private static let week: Int64 = 7 * 86_400

    let identifier: String
    private let zone: TimeZone
    /// For each week the offset at its start, and the time and value of a change.
    private var weeks: [Int64: Week] = [:]

    private struct Week {
        let offset: Int
        let change: Int64
        let later: Int
    }

    /// Creates the clock of a zone in the tz database; nil for an unknown zone.
    init?(_ identifier: String) {
        guard identifier.utf8.count <= 64, let zone = TimeZone(identifier: identifier) else { return nil }
        self.identifier = identifier
        self.zone = zone
    }

    /// Creates a clock with a constant UTC offset, in seconds.
    init(fixedOffset seconds: Int) {
        zone = TimeZone(secondsFromGMT: min(max(seconds, -64_800), 64_800)) ?? .gmt
        identifier = zone.identifier
    }

    /// The UTC offset at a time, in seconds.
    mutating func offset(at time: Int64) -> Int {
        let number = (time - (time % Self.week + Self.week) % Self.week) / Self.week
        let week = weeks[number] ?? look(number)
        return time < week.change ? week.offset : week.later
    }

    /// Converts a local time, counted in seconds as if it were UTC, to seconds since 1970 (UTC).
    ///
    /// For an hour that occurs twice it returns the first; in a skipped hour the offset before the change applies.
    func instant(ofWallClock wall: Int64) -> Int64 {
        let offsets = [asked(wall - 86_400), asked(wall + 86_400)]
        let instants = offsets.map { wall - Int64($0) }
        let real = zip(instants, offsets).filter { asked($0) == $1 }.map(\.0)
        return real.min() ?? instants[0]
    }

    private mutating func look(_ number: Int64) -> Week {
        var low = number * Self.week
        var high = low + Self.week
        let (before, after) = (asked(low), asked(high))
        if before != after {
            while high - low > 1 {
                let middle = (low + high) / 2
                if asked(middle) == before { low = middle } else { high = middle }
            }
        }
        let week = Week(offset: before, change: before == after ? .max : high, later: after)
        weeks[number] = week
        return week
    }

    private func asked(_ time: Int64) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(time)))
    }
}

/// Names of zones in the tz database.
public enum TimeZoneName {
    /// Whether the system has a zone of this name.
    public static func isKnown(_ name: String) -> Bool { ZoneClock(name) != nil }
}

/// The person's home zone according to an input.
public struct SaidZone: Hashable, Sendable {
    /// The zone that it names most often, by its name in the tz database; nil without one.
    public let name: String?
    /// The UTC offset in seconds, if the input has only that; nil without any.
    public let utcOffset: Int?

    /// Evaluates the zone hints of an input.
    init(_ hints: [ZoneHint], exportOffset: Int?) {
        var names: [String: Int] = [:]
        var offsets: [Int: Int] = [:]
        for hint in hints {
            switch hint.zone {
            case .named(let name): names[name, default: 0] += 1
            case .clock(let seconds):
                // 14 hours ahead is 10 behind, where far more people live: Kiritimati has a few thousand.
                offsets[seconds >= 50_400 ? seconds - 86_400 : seconds, default: 0] += 1
            case .written(let offset): offsets[offset, default: 0] += 1
            }
        }
        name = names.filter { ZoneClock($0.key) != nil }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        utcOffset = exportOffset ?? offsets.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// The zone's name to remember; that of a constant offset if the input names none.
    public var identifier: String? { name ?? utcOffset.map { ZoneClock(fixedOffset: $0).identifier } }
}
