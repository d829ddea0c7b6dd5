internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import MessageBus
internal import OperatorConnection
internal import SiteHealth

/// The command `vitalbus session`.
struct SessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "Start, end and show sessions and their waiting records.",
        subcommands: [
            SessionStart.self, SessionEnd.self, SessionShow.self, SessionList.self, SessionRetry.self,
            SessionQueue.self,
        ]
    )

    private static let tokenLimit = SessionToken.limit

    /// Reads the access token from a file or standard input; never from an argument, which every user of the machine
    /// could read.
    static func token(_ file: String?, in environment: CommandEnvironment) throws -> String {
        let bytes: [UInt8]
        let source = file ?? "standard input"
        if let file {
            bytes = try InputFile.secret(file)
        } else if let typed = try environment.secret("Access token (not shown):", tokenLimit + 1) {
            bytes = typed
        } else {
            bytes = try environment.input(tokenLimit + 2)
        }
        guard let text = SessionToken.checked(String(decoding: bytes, as: UTF8.self)) else {
            throw CommandFailure.input(
                "no access token in \(source): give one line of at most \(tokenLimit) bytes, with --token-file or on standard input"
            )
        }
        return text
    }

    private static func text(_ further: SessionDestination) -> String {
        let end = further.endReason.map { "ended there, \($0)" } ?? "validated: \(further.validated)"
        return "to \(further.destination) as \(further.userID), \(end)"
    }

    /// The session as lines for people: one for itself, and one for each further destination.
    static func lines(_ view: SessionView) -> [String] {
        let who =
            view.defaultUser
            ? "the default user" : "user \(view.userID ?? "-") of organization \(view.organizationID ?? "-")"
        let first =
            "seat \(view.seat): \(who), \(view.apiVersion), since \(LocalTime.text(view.startedAt)), "
            + "validated: \(view.validated), session \(view.sessionID)"
        return [first] + (view.destinations ?? []).map { "  also \(text($0))" }
    }
}

/// The command `vitalbus session list`.
struct SessionList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List running and ended sessions, newest first."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("Only this seat's.", valueName: "id")) var seat: String?
    @Flag(help: "Only running sessions.") var running = false
    @Flag(help: "Print the sessions as JSON, one per line.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let all = try await place.connect { [seat] connection, hub in
            let seat = try await Resolver(connection, place: hub).seat(ifNamed: seat)
            return try await Lists.sessions(connection, seat: seat)
        }
        let sessions = running ? all.filter { $0.endedAt == nil } : all
        guard !json else { return try environment.lines(sessions) }
        guard !sessions.isEmpty else { return environment.out("no sessions: vitalbus session start") }
        environment.show(Self.table(sessions))
    }

    /// The sessions as a table.
    static func table(_ sessions: [SessionPage.Entry]) -> TextTable {
        var table = TextTable("SESSION", "SEAT", "USER", "ORGANIZATION", "SINCE", "STATE", "NOT DELIVERED")
        for entry in sessions {
            let view = entry.session
            let end = entry.endedAt.map { "ended \(LocalTime.text($0)), \(entry.reason ?? .requested)" }
            table.add(
                view.sessionID,
                view.seat,
                view.defaultUser ? "default user" : view.userID ?? "-",
                view.organizationID ?? "-",
                LocalTime.text(view.startedAt),
                end ?? (view.validated == .yes ? "running" : "running, validated: \(view.validated)"),
                "\(entry.open)"
            )
        }
        return table
    }
}

/// The command `vitalbus session show`.
struct SessionShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a seat's session.")

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat. Default: the one with the name of the hub.", valueName: "id")) var seat:
        String?
    @Flag(help: "Print the session as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let view = try await place.connect { [seat] connection, hub in
            let seat = try await Resolver(connection, place: hub).seat(seat ?? hub.hub)
            return try await connection.requests.call(
                SessionOperations.session,
                hub: BusAddress.siteHub,
                body: SeatReference(seat: seat)
            )
        }
        guard !json else { return try environment.json(view) }
        for line in SessionCommand.lines(view) { environment.out(line) }
    }
}
