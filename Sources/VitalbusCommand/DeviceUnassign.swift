internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus device unassign`.
struct DeviceUnassign: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unassign", abstract: "End a device's assignment.")

    @OptionGroup var place: HubOptions
    @Argument(help: "The device's UUID.") var device: String
    @Option(help: ArgumentHelp("The device's own user index.", valueName: "n")) var userIndex: Int?
    @Option(help: ArgumentHelp("Until when it held, RFC 3339. Default: now.", valueName: "time")) var until: String?
    @Flag(help: "Print the assignment as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let body = UnassignDevice(
            device: try DeviceCommand.device(device),
            userIndex: userIndex,
            until: try until.map { try HeldCommand.time($0, of: "--until") }
        )
        let view = try await place.connect { connection, _ in
            try await connection.requests.call(SessionOperations.unassignDevice, hub: BusAddress.siteHub, body)
        }
        json ? try environment.json(view) : environment.out(DeviceCommand.text(view))
    }
}
