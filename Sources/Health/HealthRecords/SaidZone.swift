internal import HealthInputs

/// The zone that an input says the person is at home in.
public struct SaidZone: Hashable, Sendable {
    /// The one that it names most often, by its name in the tz database; nil where it names none.
    public let name: String?
    /// How far the person's clock is ahead of UTC, in seconds, where the input says no more; nil where it says nothing.
    public let utcOffset: Int?

    /// Looks through what an input says of zones.
    init(_ hints: [ZoneHint], exportOffset: Int?) {
        var names: [String: Int] = [:]
        var offsets: [Int: Int] = [:]
        for hint in hints {
            switch hint.zone {
            case .named(let name): names[name, default: 0] += 1
            case .clock(let seconds):
                // 14 hours ahead are 10 behind, where far more people live: Kiritimati has a few thousand.
                offsets[seconds >= 50_400 ? seconds - 86_400 : seconds, default: 0] += 1
            case .written(let offset): offsets[offset, default: 0] += 1
            }
        }
        name = names.filter { ZoneClock($0.key) != nil }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        utcOffset = exportOffset ?? offsets.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// A zone's name as it is remembered; that of a clock that never changes where the input names none.
    public var identifier: String? { name ?? utcOffset.map { ZoneClock(fixedOffset: $0).identifier } }
}
