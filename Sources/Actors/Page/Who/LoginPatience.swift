internal import Foundation
internal import VitalRecords

/// How often an account may be wrong at an address, and an address for all accounts; pure, the time is passed in.
///
/// Wrong ones are kept by account and address, so that nobody locks the owner of an account out from elsewhere. An address waits for
/// what is wrong there in all, or whoever tries each account once would never wait. A right password forgives the account what was
/// wrong at the address, and nobody else: a ward's machine, where many log in, never waits for their slips.
struct LoginPatience {
    /// Wrong passwords of an account at an address before it waits.
    static let free = 5
    /// Wrong passwords at an address before it waits.
    static let freeOfAddress = 20
    /// How long the first one over that waits, in seconds; each further one twice as long.
    static let first: TimeInterval = 10
    /// The longest wait, in seconds.
    static let longest: TimeInterval = 900
    /// Forgotten so long after the last one, in seconds.
    static let memory: TimeInterval = 86_400
    /// An account is known at an address so long after it was right there, in seconds: it does not wait for others' slips.
    static let known: TimeInterval = 31 * 86_400
    /// The most pairs that are remembered; the oldest are forgotten first.
    static let most = 4_096

    /// An account as somebody wrote its name, at an address.
    struct Who: Hashable, Sendable {
        let name: String
        let address: String

        init(_ name: String, at address: String) {
            // Longer names are nobody's.
            (self.name, self.address) = (String(name.prefix(64)), address)
        }
    }

    private struct Wrong {
        var count: Int
        var last: Date
    }

    private var wrong: [Who: Wrong] = [:]
    private var right: [Who: Date] = [:]

    /// How long somebody has to wait, in seconds; 0 for not at all.
    func wait(_ who: Who, now: Date) -> TimeInterval {
        let own = Self.wait(wrong[who].flatMap { Self.isOver($0, now: now) ? nil : $0 }, free: Self.free, now: now)
        if let right = right[who], now.timeIntervalSince(right) < Self.known { return own }
        let there = wrong.filter { $0.key.address == who.address && !Self.isOver($0.value, now: now) }.values
        let all = there.map(\.last).max().map { last in
            Wrong(count: there.reduce(0) { Int.clampedSum($0, $1.count) }, last: last)
        }
        return max(own, Self.wait(all, free: Self.freeOfAddress, now: now))
    }

    private static func isOver(_ wrong: Wrong, now: Date) -> Bool { now.timeIntervalSince(wrong.last) > memory }

    private static func wait(_ wrong: Wrong?, free: Int, now: Date) -> TimeInterval {
        guard let wrong, wrong.count >= free else { return 0 }
        let doubled = first * pow(2, Double(min(wrong.count - free, 16)))
        return max(0, min(doubled, longest) - now.timeIntervalSince(wrong.last))
    }

    /// Notes a wrong password.
    mutating func noteWrong(_ who: Who, now: Date) {
        let before = wrong[who].map { Self.isOver($0, now: now) ? 0 : $0.count } ?? 0
        wrong[who] = Wrong(count: min(before + 1, 1_000), last: now)
        while wrong.count > Self.most, let oldest = wrong.min(by: { $0.value.last < $1.value.last }) {
            wrong[oldest.key] = nil
        }
    }

    /// Notes a right one: what the account got wrong at the address is forgiven.
    mutating func noteRight(_ who: Who, now: Date) {
        wrong[who] = nil
        right[who] = now
        while right.count > Self.most, let oldest = right.min(by: { $0.value < $1.value }) { right[oldest.key] = nil }
    }
}
