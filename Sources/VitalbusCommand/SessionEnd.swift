internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus session end`.
struct SessionEnd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "end", abstract: "End a seat's session.")

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Option(help: ArgumentHelp("The session that is meant. Default: the seat's present one.", valueName: "id"))
    var session: String?
    @Flag(help: "Print what ended as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let body = SeatReference(seat: seat, sessionID: session)
        try BusAddress.check(seat, as: "seat")
        let ended = try await place.connect { connection, _ in
            try await connection.requests.call(SessionOperations.endSession, hub: BusAddress.siteHub, body)
        }
        guard !json else { return try environment.json(ended) }
        environment.out("session \(ended.sessionID) of seat \(seat) ended, \(ended.unsyncedRecords) records unsynced")
    }
}
