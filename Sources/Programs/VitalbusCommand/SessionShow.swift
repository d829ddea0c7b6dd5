internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus session show`.
struct SessionShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a seat's session.")

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat. Default: the one named like the hub.", valueName: "id")) var seat: String?
    @Flag(help: "Print the session as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let view = try await place.connect { [seat] connection, hub in
            let seat = try await Resolver(connection, hub).seat(seat ?? hub.target.address.hub)
            return try await connection.requests.call(
                SessionOperations.session,
                hub: BusAddress.siteHub,
                SeatReference(seat: seat)
            )
        }
        json ? try environment.json(view) : environment.out(SessionCommand.text(view))
    }
}
