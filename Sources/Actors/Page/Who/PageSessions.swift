internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import SiteRecords
internal import VitalRecords

/// The user of the page in one browser.
struct PageSession: Sendable, Hashable {
    /// The hash of the cookie; measurements and streams are counted by it.
    let id: String
    /// The account's name; empty for a log-in with the machine's key.
    let name: String
    let rights: Rights
    /// The token that forms repeat, so that no other site's page can send them.
    var csrf: String
    var used: Date
    /// The hash of a tablet's token; nil for a person.
    var kiosk: String?
    /// Whether Home Assistant's ingress named the user, so that no cookie did.
    var isGuest = false
}

/// The logged-in browsers, which survive a restart of the page.
actor PageSessions {
    /// The idle time after which a browser is logged out, in seconds: a shift.
    static let idle: TimeInterval = 12 * 3_600
    /// How long a log-in is valid at most, in seconds: a week.
    static let longest: TimeInterval = 7 * 86_400
    /// The largest number of browsers; the one idle for longest is logged out first.
    static let most = 1_000
    /// How far the stored time of last use may lag, in seconds, so that not every click is written.
    private static let grain: TimeInterval = 300

    /// A fresh log-in with its cookie, which is not stored anywhere.
    struct Entered: Sendable {
        let session: PageSession
        let cookie: String
    }

    private struct Login {
        var session: PageSession
        let mark: String?
        let began: Date
        /// The time of last use as stored on disk.
        var kept: Date
    }

    private let accounts: PageAccounts
    private let entry: EntryKey
    private let kiosks: PageKiosks
    private let kept: KeptLogins
    private let environment: BusEnvironment
    private var logins: [String: Login] = [:]
    private var patience = LoginPatience()
    private var guests = PageGuests()
    /// The generation of the accounts at the last check; nil before the first.
    private var generation: String?
    private var tally: [String: Int64] = ["logins": 0, "loginsRefused": 0]

    init(
        accounts: PageAccounts,
        entry: EntryKey,
        kiosks: PageKiosks,
        kept: KeptLogins,
        environment: BusEnvironment
    ) {
        (self.accounts, self.entry, self.kiosks, self.kept) = (accounts, entry, kiosks, kept)
        self.environment = environment
        for entry in kept.read().suffix(Self.most) {
            let session = PageSession(
                id: entry.hash,
                name: entry.name,
                rights: Rights(role: BusRole(rawValue: entry.role), seat: nil),
                csrf: "",
                used: entry.used
            )
            logins[entry.hash] = Login(session: session, mark: entry.mark, began: entry.began, kept: entry.used)
        }
    }

    /// The counters since the start.
    var counts: [String: Int64] { tally.merging(["browsers": Int64(logins.count)]) { $1 } }

    /// Creates the first key for this machine, for a page served at this address.
    func open(_ url: String) throws { try entry.renew(url) }

    /// Deletes the key when the page stops serving.
    func close() { entry.forget() }

    /// The session of a cookie; nil if it ended or its account is gone.
    func session(cookie: String) throws -> PageSession? {
        var session = try session(Kiosk.hash(of: cookie), isUse: true)
        session?.csrf = Self.csrf(of: cookie)
        return session
    }

    /// The form token, derived from the cookie: it needs no file, and an open page keeps working after a restart.
    private static func csrf(of cookie: String) -> String { Kiosk.hash(of: "form \(cookie)") }

    /// The session of a tablet's token; nil if it was revoked.
    func kiosk(_ token: String) throws -> PageSession? { try kiosks.session(token, now: environment.now()) }

    /// The current state of an open page's session; nil if it ended.
    func now(_ session: PageSession) throws -> PageSession? {
        if session.isGuest { return guests.now(session, now: environment.now()) }
        return session.kiosk == nil
            ? try self.session(session.id, isUse: false) : try kiosks.now(session, now: environment.now())
    }

    /// The session of a user whom Home Assistant's ingress names, and whether it is a new one.
    func enter(_ guest: PageGuest, rights: Rights) -> (session: PageSession, isNew: Bool) {
        guests.enter(guest, rights: rights, now: environment.now())
    }

    /// The address of a path of the page for another device than the browser that asks.
    ///
    /// Home Assistant's ingress lets in its own users only, so the page's own address is given there.
    func address(_ path: String, way: PageWay) -> String {
        way.isIngress ? entry.url + path.dropFirst() : way.url(path)
    }

    /// - Parameter isUse: Whether a person made the request; an open page repeats requests on its own, without end.
    private func session(_ id: String, isUse: Bool) throws -> PageSession? {
        let now = environment.now()
        guard let login = logins[id] else { return nil }
        guard abs(now.timeIntervalSince(login.session.used)) < Self.idle,
            abs(now.timeIntervalSince(login.began)) < Self.longest
        else {
            forget([id])
            return nil
        }
        try checkAccounts()
        guard var login = logins[id] else { return nil }
        guard isUse else { return login.session }
        login.session.used = now
        logins[id] = login
        if now.timeIntervalSince(login.kept) >= Self.grain { keep() }
        return login.session
    }

    /// Ends sessions whose accounts are gone, or have another role or password.
    private func checkAccounts() throws {
        let now = accounts.generation
        guard now != generation else { return }
        let over = try logins.values.filter { login in
            guard !login.session.name.isEmpty else { return false }
            let account = try accounts.entry(of: login.session.name)
            return account?.rights != login.session.rights || account?.mark != login.mark
        }
        forget(over.map(\.session.id))
        generation = now
    }

    private func forget(_ ids: [String]) {
        guard !ids.isEmpty else { return }
        for id in ids { logins[id] = nil }
        keep()
    }

    private func keep() {
        logins = logins.mapValues { login in
            var login = login
            login.kept = login.session.used
            return login
        }
        kept.write(
            logins.values.map { login in
                KeptLogins.Entry(
                    hash: login.session.id,
                    name: login.session.name,
                    role: login.session.rights.role.rawValue,
                    mark: login.mark,
                    began: login.began,
                    used: login.session.used
                )
            }
        )
    }

    /// Logs a browser in.
    ///
    /// - Parameter peer: The browser's address.
    /// - Throws: ``PageError`` `unauthorized` for a wrong name or password, `tooMany` while the account must wait.
    func logIn(_ name: String, password: String, peer: String) async throws -> Entered {
        let who = LoginPatience.Who(name, at: peer)
        let wait = patience.wait(who, now: environment.steady())
        guard wait == 0 else {
            tally["loginsRefused", default: 0] += 1
            throw PageError(.tooMany, text: "error.wait", parts: ["seconds": "\(Int(clamping: wait.rounded(.up)))"])
        }
        // Counted before hashing, so that parallel attempts are limited too; a right password clears it.
        patience.noteWrong(who, now: environment.steady())
        guard let account = try await accounts.entry(of: name, password: password) else {
            tally["loginsRefused", default: 0] += 1
            throw PageError(.unauthorized, text: "error.login")
        }
        patience.noteRight(who, now: environment.steady())
        return begin(name, rights: account.rights, mark: account.mark)
    }

    /// Logs in with the machine's key; nil if it is wrong or used.
    func enter(key: String) throws -> Entered? {
        guard try entry.take(key) else { return nil }
        return begin("", rights: .wholeSite, mark: nil)
    }

    private func begin(_ name: String, rights: Rights, mark: String?) -> Entered {
        let (cookie, now) = (PageSecret.make(), environment.now())
        let session = PageSession(
            id: Kiosk.hash(of: cookie),
            name: name,
            rights: rights,
            csrf: Self.csrf(of: cookie),
            used: now
        )
        logins[session.id] = Login(session: session, mark: mark, began: now, kept: now)
        tally["logins", default: 0] += 1
        while logins.count > Self.most, let oldest = logins.values.min(by: { $0.session.used < $1.session.used }) {
            logins[oldest.session.id] = nil
        }
        keep()
        return Entered(session: session, cookie: cookie)
    }

    /// Logs a browser out.
    func end(_ session: PageSession) { forget([session.id]) }
}
