internal import ArgumentParser
internal import BusContract
internal import MessageBus
internal import OperatorConnection
internal import SiteHealth

/// What was measured at a seat without an account, and goes to one that is named later.
struct LocalRecords: ParsableArguments {
    @Flag(
        name: .customLong("take-local"),
        help: "Send what the seat's last person without an account measured here to this one, too."
    )
    var takesLocal = false
    @Option(
        name: .customLong("take"),
        help: ArgumentHelp(
            "Send what was measured in this session without an account to this one, too.",
            valueName: "id"
        )
    )
    var named: [String] = []
    @Flag(help: "Do not ask whether the records that go along are this person's.") var yes = false

    /// Whether anything goes along.
    var isAsked: Bool { takesLocal || !named.isEmpty }

    /// The name of a seat's person without an account: two seats have two people.
    static func person(of seat: String) -> String { "local-\(seat)" }

    /// Sees that no other person has the seat.
    ///
    /// - Throws: ``CommandFailure`` that names who has it.
    static func requireFree(_ seat: String, over connection: HubConnection) async throws {
        let present = try await Lists.sessions(connection, seat: seat).first { $0.endedAt == nil }?.session
        guard let present, !present.defaultUser, present.userID != person(of: seat) else { return }
        throw CommandFailure.input(
            "user \(present.userID ?? "-") has seat \(seat): end that session first ('vitalbus session end --seat \(seat)'), or name a person with --user"
        )
    }

    /// The sessions that go along; nil for none.
    ///
    /// - Throws: ``CommandFailure`` where there are none, or a person says no.
    func sessions(
        of seat: String,
        over connection: HubConnection,
        in environment: CommandEnvironment
    ) async throws -> [String]? {
        guard isAsked else { return nil }
        let all = try await Lists.sessions(connection, seat: seat)
        let taken = try named.map { try Self.pick($0, of: all) } + (takesLocal ? Self.last(all) : [])
        guard let first = taken.map(\.session.startedAt).min() else {
            throw CommandFailure.input(
                "nothing was measured at seat \(seat) without an account: 'vitalbus session list --seat \(seat)' shows who had it"
            )
        }
        let who = Set(taken.compactMap(\.session.userID)).sorted().joined(separator: ", ")
        try environment.confirm(
            "What \(who) measured at seat \(seat) since \(LocalTime.text(first)) goes to this account. Is it the same person?",
            unless: yes
        )
        return Array(Set(taken.map(\.session.sessionID))).sorted()
    }

    private static func pick(_ text: String, of all: [SessionPage.Entry]) throws -> SessionPage.Entry {
        let found = all.filter { $0.session.sessionID.hasPrefix(text) && $0.session.apiVersion == .file }
        guard found.count == 1, let one = found.first else {
            throw CommandFailure.input("'\(text.prefix(64))' names no session, or several, that had no account")
        }
        return one
    }

    /// The newest sessions without an account of one and the same person, up to anybody else's.
    static func last(_ all: [SessionPage.Entry]) -> [SessionPage.Entry] {
        let sessions = all.drop { $0.session.defaultUser }
        guard let newest = sessions.first, newest.session.apiVersion == .file else { return [] }
        return Array(
            sessions.prefix {
                $0.session.defaultUser
                    || ($0.session.apiVersion == .file && $0.session.userID == newest.session.userID)
            }
        ).filter { !$0.session.defaultUser }
    }
}
