internal import Foundation
internal import VitalRecords

/// Limits wrong passwords per account and address, and per address for all accounts; pure, the time is passed in.
///
/// Failures count per account and address, so that an attacker elsewhere cannot lock out an account's owner. They also
/// count per address, or an attacker who tries each account once would never wait. A right password clears the
/// account's failures at that address only; an account known there never waits for others' failures, as on a ward's
/// shared machine.
struct LoginPatience {
    /// How many wrong passwords an account has at an address before it must wait.
    static let free = 5
    /// How many wrong passwords an address has before it must wait.
    static let freeOfAddress = 20
    /// The wait after the first failure over the limit, in seconds; each further failure doubles it.
    static let first: TimeInterval = 10
    /// The longest wait, in seconds.
    static let longest: TimeInterval = 900
    /// How long after the last failure all are forgotten, in seconds.
    static let memory: TimeInterval = 86_400
    /// How long an account stays known at an address after a right password, in seconds; it then ignores others'
    /// failures.
    static let known: TimeInterval = 31 * 86_400
    /// The largest number of pairs remembered; the oldest is forgotten first.
    static let most = 4_096

    /// An account name as typed, at an address.
    struct Who: Hashable, Sendable {
        let name: String
        let address: String

        init(_ name: String, at address: String) {
            // No account has a longer name.
            (self.name, self.address) = (String(name.prefix(64)), address)
        }
    }

    private struct Wrong {
        var count: Int
        var last: Date
    }

    private var wrong: [Who: Wrong] = [:]
    private var right: [Who: Date] = [:]

    /// The remaining wait, in seconds; 0 for none.
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

    /// Records a wrong password.
    mutating func noteWrong(_ who: Who, now: Date) {
        let before = wrong[who].map { Self.isOver($0, now: now) ? 0 : $0.count } ?? 0
        wrong[who] = Wrong(count: min(before + 1, 1_000), last: now)
        while wrong.count > Self.most, let oldest = wrong.min(by: { $0.value.last < $1.value.last }) {
            wrong[oldest.key] = nil
        }
    }

    /// Records a right password, and clears the account's failures at the address.
    mutating func noteRight(_ who: Who, now: Date) {
        wrong[who] = nil
        right[who] = now
        while right.count > Self.most, let oldest = right.min(by: { $0.value < $1.value }) { right[oldest.key] = nil }
    }
}
