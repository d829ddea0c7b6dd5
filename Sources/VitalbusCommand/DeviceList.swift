internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus device list`.
struct DeviceList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the assignments.")

    @OptionGroup var place: HubOptions
    @Flag(help: "Print the assignments as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let list = try await place.connect { connection, _ in
            try await connection.requests.call(SessionOperations.devices, hub: BusAddress.siteHub, Empty())
        }
        guard !json else { return try environment.json(list) }
        if list.assignments.isEmpty { environment.out("no device is assigned") }
        for view in list.assignments { environment.out(DeviceCommand.text(view)) }
    }
}
