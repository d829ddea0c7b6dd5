internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus session retry`.
struct SessionRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Ask the server about a seat's session again, and try what waits in it now.",
        discussion: """
            A session that has ended is not retried: start a new one, and what is unsynced of the same user goes on under it.
            """
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Flag(help: "Print what came of it as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        try BusAddress.check(seat, as: "seat")
        let body = SeatReference(seat: seat)
        let found = try await place.connect { connection, _ in
            try await connection.requests.call(
                SessionOperations.retrySession,
                hub: BusAddress.siteHub,
                body,
                timeout: .seconds(30)
            )
        }
        if json { try environment.json(found) } else { environment.out(Self.text(found)) }
        switch found.validated {
        case .yes: return
        case .no:
            throw CommandFailure(
                "unauthorized",
                "the server refuses the session's credentials, and it has ended: start it with a good token, "
                    + "'vitalbus session start --seat \(seat) …'",
                exitCode: 77
            )
        default:
            throw CommandFailure(
                "notReachable",
                "the server could not be asked: see 'vitalbus doctor'; it is asked again by itself",
                exitCode: 75,
                isRetriable: true
            )
        }
    }

    private static func text(_ found: SessionRetried) -> String {
        var text = "seat \(found.seat): credentials validated: \(found.validated), \(found.waiting) records tried now"
        if found.unsyncedRecords > 0 { text += ", \(found.unsyncedRecords) unsynced of ended sessions" }
        return text
    }
}
