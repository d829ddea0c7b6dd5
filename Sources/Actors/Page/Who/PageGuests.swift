internal import FoundationEssentials
internal import SiteRecords

/// The users whom Home Assistant's ingress names with each request; pure, the time is passed in.
///
/// They have no cookie.
struct PageGuests {
    /// The largest number remembered; the one idle for longest is forgotten first.
    private static let most = 1_000

    /// What makes form tokens of ids that others may know; a restart makes another.
    private let secret = PageSecret.make()
    private var known: [String: PageSession] = [:]

    /// A user's session, and whether it begins with this request.
    mutating func enter(_ guest: PageGuest, rights: Rights, now: Date) -> (session: PageSession, isNew: Bool) {
        let session = PageSession(
            // No cookie's and no tablet's id has this form.
            id: "guest \(guest.id)",
            name: guest.account,
            rights: rights,
            csrf: Kiosk.hash(of: "form \(secret) \(guest.id)"),
            used: now,
            isGuest: true
        )
        let isNew = self.now(session, now: now) == nil
        known[session.id] = session
        while known.count > Self.most, let oldest = known.values.min(by: { $0.used < $1.used }) {
            known[oldest.id] = nil
        }
        return (session, isNew)
    }

    /// The session behind an open page; nil after a shift without a request.
    func now(_ session: PageSession, now: Date) -> PageSession? {
        guard let found = known[session.id] else { return nil }
        return abs(now.timeIntervalSince(found.used)) < PageSessions.idle ? found : nil
    }
}
