internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Who looks at the page in one browser.
struct PageSession: Sendable, Hashable {
    /// The cookie's value.
    let id: String
    /// The account's name; empty for who came in with the machine's key.
    let name: String
    let rights: Rights
    /// What forms repeat, so that no other page can send them.
    let csrf: String
    var used: Date
    /// What is kept of the token of a room's tablet; nil for a person.
    var kiosk: String?
}

/// The browsers that are logged in; in memory, so that all log in again after a restart.
actor PageSessions {
    /// A browser that asks for nothing for so long is logged out, in seconds: a shift.
    static let idle: TimeInterval = 12 * 3_600
    /// The most browsers; who was away longest is logged out first.
    static let most = 1_000

    private let accounts: PageAccounts
    private let entry: EntryKey
    private let kiosks: PageKiosks
    private let environment: BusEnvironment
    private var sessions: [String: PageSession] = [:]
    private var patience = LoginPatience()
    private var generation: String
    private var tally: [String: Int64] = ["logins": 0, "loginsRefused": 0]

    init(accounts: PageAccounts, entry: EntryKey, kiosks: PageKiosks, environment: BusEnvironment) {
        (self.accounts, self.entry, self.kiosks, self.environment) = (accounts, entry, kiosks, environment)
        generation = accounts.generation
    }

    /// What was counted since the start.
    var counts: [String: Int64] { tally.merging(["browsers": Int64(sessions.count)]) { $1 } }

    /// Makes the first key for this machine, for a page that is served at an address.
    func open(_ url: String) throws { try entry.renew(url) }

    /// Nobody is served any more.
    func close() { entry.forget() }

    /// The session of a cookie; nil where it ended or its account is gone.
    ///
    /// - Parameter isUse: Whether a person asks; a page that is open does so by itself for ever.
    func session(_ id: String, isUse: Bool = true) throws -> PageSession? {
        let now = environment.now()
        guard var session = sessions[id] else { return nil }
        guard now.timeIntervalSince(session.used) < Self.idle else {
            sessions[id] = nil
            return nil
        }
        try checkAccounts()
        guard sessions[id] != nil else { return nil }
        guard isUse else { return session }
        session.used = now
        sessions[id] = session
        return session
    }

    /// The session of a tablet's token; nil where it was revoked.
    func kiosk(_ token: String) throws -> PageSession? { try kiosks.session(token, now: environment.now()) }

    /// A session as it is now, for a page that is open; nil where it ended.
    func now(_ session: PageSession) throws -> PageSession? {
        session.kiosk == nil
            ? try self.session(session.id, isUse: false) : try kiosks.now(session, now: environment.now())
    }

    /// Ends sessions whose accounts are gone or have another role.
    private func checkAccounts() throws {
        let now = accounts.generation
        guard now != generation else { return }
        for session in sessions.values where !session.name.isEmpty {
            if try accounts.rights(of: session.name) != session.rights { sessions[session.id] = nil }
        }
        generation = now
    }

    /// Logs a browser in.
    ///
    /// - Parameter peer: The address that it comes from.
    /// - Throws: ``PageError`` `unauthorized` for a wrong name or password, `tooMany` for who has to wait.
    func logIn(_ name: String, password: String, peer: String) async throws -> PageSession {
        // Not the name alone: whoever knows it could lock its owner out.
        let who = ["\(name.prefix(64)) at \(peer)", "address \(peer)"]
        let wait = patience.wait(who, now: environment.now())
        guard wait == 0 else {
            tally["loginsRefused", default: 0] += 1
            throw PageError(.tooMany, text: "error.wait", parts: ["seconds": "\(Int(clamping: wait.rounded(.up)))"])
        }
        // Noted before it is computed: many at a time would be free else.
        patience.noteWrong(who, now: environment.now())
        guard let rights = try await accounts.rights(of: name, password: password) else {
            tally["loginsRefused", default: 0] += 1
            throw PageError(.unauthorized, text: "error.login")
        }
        patience.noteRight(who[0])
        return begin(name, rights: rights)
    }

    /// Lets in who knows the machine's key; nil for a wrong or used one.
    func enter(key: String) throws -> PageSession? {
        guard try entry.take(key) else { return nil }
        return begin("", rights: Rights(role: .operator, seat: nil))
    }

    private func begin(_ name: String, rights: Rights) -> PageSession {
        let session = PageSession(
            id: PageSecret.make(),
            name: name,
            rights: rights,
            csrf: PageSecret.make(),
            used: environment.now()
        )
        sessions[session.id] = session
        tally["logins", default: 0] += 1
        while sessions.count > Self.most, let oldest = sessions.values.min(by: { $0.used < $1.used }) {
            sessions[oldest.id] = nil
        }
        return session
    }

    /// Logs a browser out.
    func end(_ id: String) { sessions[id] = nil }
}
