internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus session end`.
struct SessionEnd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "End a seat's session.",
        discussion: """
            If records have not reached the server yet, it asks first, or needs --yes without a terminal. They are kept for \
            'unsynced.keep' and are sent with the same user's next session.
            """
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Option(help: ArgumentHelp("The session to end. Default: the seat's present one.", valueName: "id"))
    var session: String?
    @Flag(help: "Do not ask about records that the server does not have yet.") var yes = false
    @Flag(help: "Print what ended as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let yes = yes
        let ended = try await place.connect { connection, hub in
            let resolver = Resolver(connection, place: hub)
            let seat = try await resolver.seat(seat)
            let body = SeatReference(seat: seat, sessionID: try await resolver.session(ifNamed: session, of: seat))
            if !yes { try await Self.askAboutWaiting(body, over: connection, in: environment) }
            return try await connection.requests.call(SessionOperations.endSession, hub: BusAddress.siteHub, body: body)
        }
        guard !json else { return try environment.json(ended) }
        environment.out("session \(ended.sessionID) of seat \(seat) ended, \(ended.unsyncedRecords) records unsynced")
    }

    /// Asks about all waiting records of the session, including those that its person measured at another seat before.
    private static func askAboutWaiting(
        _ body: SeatReference,
        over connection: HubConnection,
        in environment: CommandEnvironment
    ) async throws {
        let session = try await connection.requests.call(
            SessionOperations.session,
            hub: BusAddress.siteHub,
            body: body
        )
        let waiting = try await connection.requests.call(
            SessionOperations.queuedRecords,
            hub: BusAddress.siteHub,
            body: PageRequest(sessionID: session.sessionID, live: true)
        )
        guard !waiting.records.isEmpty else { return }
        let count = waiting.pages > 1 ? "more than \(waiting.records.count)" : "\(waiting.records.count)"
        let others = Set(waiting.records.map(\.record.seat.rawValue)).subtracting([body.seat]).sorted()
        let elsewhere = others.isEmpty ? "" : " (some were measured at \(others.joined(separator: ", ")))"
        try environment.confirm(
            "\(count) records of seat \(body.seat)'s session\(elsewhere) have not reached the server yet and will wait for its user's "
                + "next session. End the session?",
            unless: false
        )
    }
}
