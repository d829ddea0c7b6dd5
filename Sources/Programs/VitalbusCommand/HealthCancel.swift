internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus health cancel`.
struct HealthCancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "End a seat's historical fetches; what they have made already stays."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Argument(help: "Only this fetch.") var fetch: String?
    @Flag(help: "Print the fetches as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let ended = try await place.connect { connection, hub in
            let seat = try await Resolver(connection, hub).seat(seat)
            let body = CancelHistoricalFetch(seat: seat, fetchID: fetch)
            return try await connection.requests.call(
                HealthTopics.cancelHistoricalFetch,
                hub: hub.target.address.hub,
                body
            )
        }
        if json { try environment.json(ended) }
        if let fetch, ended.fetchIDs.isEmpty {
            throw CommandFailure("notFound", "no fetch '\(fetch.prefix(64))' of seat \(seat) runs", exitCode: 65)
        }
        guard !json else { return }
        environment.out(ended.fetchIDs.isEmpty ? "no fetch runs" : "\(ended.fetchIDs.count) fetches ended")
    }
}
