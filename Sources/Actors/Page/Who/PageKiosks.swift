internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import SiteRecords
internal import Synchronization

/// The kiosk tablets, each limited to one seat, as commands and operators created them.
final class PageKiosks: Sendable {
    private let access: Access
    private let changes: FileChanges
    private let known = Mutex<(ages: String, kiosks: [Kiosk])?>(nil)

    init(_ access: Access) {
        self.access = access
        changes = FileChanges([access.kiosksFolder])
    }

    /// The session for a token; nil if the token is unknown or revoked.
    ///
    /// - Throws: ``PageError`` if the kiosks cannot be read.
    func session(_ token: String, now: Date) throws -> PageSession? {
        let hash = Kiosk.hash(of: token)
        // The form token is derived from the kiosk's token, so that an open page keeps working after a restart.
        let csrf = Kiosk.hash(of: "form \(token)")
        return try kiosk(hash).map { Self.session($0, hash: hash, csrf: csrf, now: now) }
    }

    /// A tablet's current session; nil if it was revoked.
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
            // Streams are counted by this id, which no cookie can have.
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
    /// The rights of a room's tablet: to see one seat and, if granted, to type values measured there.
    static func kiosk(seat: String, types: Bool) -> Rights {
        let sees = [SessionOperations.seats.name, SessionOperations.recordHistory.name]
        let adds = [SessionOperations.session.name, SessionOperations.submitRecords.name]
        return Rights(role: .caregiver, seat: seat, only: Set(types ? sees + adds : sees))
    }
}
