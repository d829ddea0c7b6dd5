internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus device list`.
struct DeviceList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the assignments, newest first."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("Only this seat's.", valueName: "id")) var seat: String?
    @Option(help: ArgumentHelp("Only this device's.", valueName: "device")) var device: String?
    @Option(help: ArgumentHelp("The page, from 1.", valueName: "n")) var page = 1
    @Flag(help: "Print the assignments as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let list = try await place.connect { connection, hub in
            let resolver = Resolver(connection, hub)
            let body = PageRequest(
                seat: try await resolver.seat(ifNamed: seat),
                device: try await resolver.device(ifNamed: device, isKnown: true),
                page: page
            )
            return try await connection.requests.call(SessionOperations.devices, hub: BusAddress.siteHub, body)
        }
        guard !json else { return try environment.json(list) }
        if list.assignments.isEmpty { environment.out("no device is assigned") }
        for view in list.assignments { environment.out(DeviceCommand.text(view)) }
        if let pages = list.pages, pages > 1 { environment.out("page \(list.page ?? 1) of \(pages)") }
    }
}
