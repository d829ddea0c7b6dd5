internal import FoundationEssentials
internal import VitalRecords

/// Decides whether the clock is good enough to delete by.
///
/// A clock that is far ahead makes everything old at once, and what is deleted does not come back.
struct RetentionWatch: Sendable {
    /// How far the clock may be from the time at which it was trusted last, in seconds: 30 days.
    static let farthest: TimeInterval = 30 * 86_400

    /// Why nothing is deleted; nil where it may be.
    private(set) var waitsFor: String?
    private var trusted: Date?

    /// Takes over the latest time at which the clock was trusted.
    mutating func begin(trusted: Date?) { self.trusted = trusted }

    /// Looks at the clock; a good one is trusted from then on.
    ///
    /// - Parameter isKept: Whether somebody keeps the machine's clock right.
    mutating func look(now: Date, isKept: Bool) -> Bool {
        waitsFor = reason(now, isKept)
        if waitsFor == nil { trusted = now }
        return waitsFor == nil
    }

    private func reason(_ now: Date, _ isKept: Bool) -> String? {
        guard isKept else {
            return "the machine's clock is not synchronized; set up a time service, or set clock.trusted"
        }
        guard let trusted, abs(now.timeIntervalSince(trusted)) > Self.farthest else { return nil }
        let days = Int(clamping: now.timeIntervalSince(trusted) / 86_400)
        let words = days > 0 ? "ahead of" : "behind"
        return "the clock is \(abs(days)) days \(words) the time that was trusted last; check the hub's time"
    }
}
