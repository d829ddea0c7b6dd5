internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import SiteHealth

/// The records of sessions without an account at a seat, which a later account takes over.
struct LocalRecords: ParsableArguments {
    @Flag(
        name: .customLong("take-local"),
        help: "Also send this account the readings of the seat's last person without an account."
    )
    var takesLocal = false
    @Option(
        name: .customLong("take"),
        help: ArgumentHelp(
            "Also send this account the readings of this session without an account.",
            valueName: "id"
        )
    )
    var named: [String] = []
    @Flag(help: "Do not ask whether these records belong to this person.") var yes = false

    /// Whether any sessions are taken over.
    var isAsked: Bool { takesLocal || !named.isEmpty }

    /// The user name of a seat's person without an account; each seat has a different one.
    static func person(of seat: String) -> String { "local-\(seat)" }

    /// Checks that no other person has the seat.
    ///
    /// - Throws: ``CommandFailure`` that names the person who has it.
    static func requireFree(_ seat: String, over connection: HubConnection) async throws {
        let present = try await Lists.sessions(connection, seat: seat).first { $0.endedAt == nil }?.session
        guard let present, !present.defaultUser, present.userID != person(of: seat) else { return }
        throw CommandFailure.input(
            "user \(present.userID ?? "-") uses seat \(seat): end that session first ('vitalbus session end --seat \(seat)'), or name a person with --user"
        )
    }

    /// The sessions to take over; nil for none.
    ///
    /// - Throws: ``CommandFailure`` if there are none, or the user declines.
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
                "seat \(seat) has no readings without an account: 'vitalbus session list --seat \(seat)' shows its users"
            )
        }
        let who = Set(taken.compactMap(\.session.userID)).sorted().joined(separator: ", ")
        try environment.confirm(
            "The readings of \(who) at seat \(seat) since \(LocalTime.text(first)) will go to this account. Is it the same person?",
            unless: yes
        )
        return Array(Set(taken.map(\.session.sessionID))).sorted()
    }

    private static func pick(_ text: String, of all: [SessionPage.Entry]) throws -> SessionPage.Entry {
        let found = all.filter { $0.session.sessionID.hasPrefix(text) && $0.session.apiVersion == .file }
        guard found.count == 1, let one = found.first else {
            throw CommandFailure.input("'\(text.prefix(64))' does not name exactly one session without an account")
        }
        return one
    }

    /// The newest consecutive sessions without an account that belong to one person.
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
