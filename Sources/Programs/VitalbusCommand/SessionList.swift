internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus

/// The command `vitalbus session list`.
struct SessionList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the sessions, running and ended, the newest first."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("Only this seat's.", valueName: "id")) var seat: String?
    @Flag(help: "Only those that run.") var running = false
    @Flag(help: "Print the sessions as JSON, one per line.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let all = try await place.connect { [seat] connection, hub in
            let seat = try await Resolver(connection, hub).seat(ifNamed: seat)
            return try await Lists.sessions(connection, seat: seat)
        }
        let sessions = running ? all.filter { $0.endedAt == nil } : all
        guard !json else { return try environment.lines(sessions) }
        guard !sessions.isEmpty else { return environment.out("there is no session: vitalbus session start") }
        for line in Self.table(sessions).lines { environment.out(line) }
    }

    /// The sessions for people.
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
