internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus device unassign`.
struct DeviceUnassign: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unassign", abstract: "End a device's assignment.")

    @OptionGroup var place: HubOptions
    @Argument(help: "The device: its UUID, the beginning of it, or words of its or its model's name.") var device:
        String
    @Option(help: ArgumentHelp("The device's own user index.", valueName: "n")) var userIndex: Int?
    @Option(help: ArgumentHelp("Until when it held, RFC 3339. Default: now.", valueName: "time")) var until: String?
    @Flag(help: "Print the assignment as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let end = try until.map { try HeldCommand.time($0, of: "--until") }
        let view = try await place.connect { connection, hub in
            let device = try await Resolver(connection, hub).device(device)
            let body = UnassignDevice(device: device, userIndex: userIndex, until: end)
            return try await connection.requests.call(SessionOperations.unassignDevice, hub: BusAddress.siteHub, body)
        }
        json ? try environment.json(view) : environment.out(DeviceCommand.text(view))
    }
}
