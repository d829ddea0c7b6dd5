internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import SiteRecords
internal import Synchronization

/// The tablets that see one seat each, as commands and operators made them.
final class PageKiosks: Sendable {
    private let access: Access
    private let changes: FileChanges
    private let known = Mutex<(ages: String, kiosks: [Kiosk])?>(nil)

    init(_ access: Access) {
        self.access = access
        changes = FileChanges([access.kiosksFolder])
    }

    /// Who asks with a token; nil for one that is no kiosk's, or of one that was revoked.
    ///
    /// - Throws: ``PageError`` where the kiosks cannot be read.
    func session(_ token: String, now: Date) throws -> PageSession? {
        let hash = Kiosk.hash(of: token)
        // What forms repeat follows from the token, so that a page that is open goes on after a restart.
        let csrf = Kiosk.hash(of: "form \(token)")
        return try kiosk(hash).map { Self.session($0, hash: hash, csrf: csrf, now: now) }
    }

    /// A tablet's session as it is now; nil where it was revoked.
    ///
    /// - Throws: ``PageError``.
    func now(_ session: PageSession, now: Date) throws -> PageSession? {
        guard let hash = session.kiosk else { return nil }
        return try kiosk(hash).map { Self.session($0, hash: hash, csrf: session.csrf, now: now) }
    }

    private func kiosk(_ hash: String) throws -> Kiosk? {
        let ages = changes.ages
        do {
            return try known.withLock { known in
                if known?.ages != ages { known = (ages, try access.kiosks()) }
                return known?.kiosks.first { $0.hash == hash }
            }
        } catch let error as SiteError {
            throw PageError(.unavailable, words: error.message)
        }
    }

    private static func session(_ kiosk: Kiosk, hash: String, csrf: String, now: Date) -> PageSession {
        PageSession(
            // No cookie has it; streams are counted by it.
            id: "kiosk \(hash)",
            name: kiosk.name,
            rights: .kiosk(seat: kiosk.seat, types: kiosk.types),
            csrf: csrf,
            used: now,
            kiosk: hash
        )
    }
}

extension Rights {
    /// What a room's tablet may: see one seat, and where it was given, type what was measured there.
    static func kiosk(seat: String, types: Bool) -> Rights {
        let sees = [SessionOperations.seats.name, SessionOperations.recordHistory.name]
        let adds = [SessionOperations.session.name, SessionOperations.submitRecords.name]
        return Rights(role: .caregiver, seat: seat, only: Set(types ? sees + adds : sees))
    }
}
