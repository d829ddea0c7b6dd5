internal import Foundation

/// How often a name or an address may be wrong; pure, the time is passed in.
struct LoginPatience {
    /// Wrong passwords in a row before somebody waits.
    static let free = 5
    /// How long the first one over that waits, in seconds; each further one twice as long.
    static let first: TimeInterval = 10
    /// The longest wait, in seconds.
    static let longest: TimeInterval = 900
    /// The most names and addresses that are remembered; the oldest are forgotten first.
    static let most = 4_096

    private struct Wrong {
        var count: Int
        var last: Date
    }

    private var wrong: [String: Wrong] = [:]

    /// How long somebody has to wait, in seconds; 0 for not at all.
    func wait(_ who: [String], now: Date) -> TimeInterval { who.map { wait($0, now: now) }.max() ?? 0 }

    private func wait(_ who: String, now: Date) -> TimeInterval {
        guard let wrong = wrong[who], wrong.count >= Self.free else { return 0 }
        let doubled = Self.first * pow(2, Double(min(wrong.count - Self.free, 16)))
        return max(0, min(doubled, Self.longest) - now.timeIntervalSince(wrong.last))
    }

    /// Notes a wrong password.
    mutating func noteWrong(_ who: [String], now: Date) {
        for name in who {
            // Forgotten after a day without another one.
            let before = wrong[name].map { now.timeIntervalSince($0.last) > 86_400 ? 0 : $0.count } ?? 0
            wrong[name] = Wrong(count: min(before + 1, 1_000), last: now)
        }
        while wrong.count > Self.most, let oldest = wrong.min(by: { $0.value.last < $1.value.last }) {
            wrong[oldest.key] = nil
        }
    }

    /// Notes a right one: the name begins anew, the address does not, or a right password would excuse guessing others'.
    mutating func noteRight(_ name: String) { wrong[name] = nil }
}
