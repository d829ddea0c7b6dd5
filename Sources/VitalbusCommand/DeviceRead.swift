internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus device read`.
struct DeviceRead: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Read a device now.",
        discussion: "Without --device the nearest one of the peripheral is read, of those that --allow names if any."
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The peripheral ID.") var peripheral: Int
    @Option(help: ArgumentHelp("The device.", valueName: "UUID")) var device: String?
    @Option(help: ArgumentHelp("A device that may be read; several times for several.", valueName: "UUID"))
    var allow: [String] = []
    @Option(help: ArgumentHelp("The seat that it is for.", valueName: "id")) var seat: String?
    @Option(help: ArgumentHelp("How long to wait for a measurement.", valueName: "seconds")) var seconds = 60
    @Flag(help: "Hold the reading until it is confirmed.") var hold = false
    @Flag(help: "Print the reading as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        if let seat { try BusAddress.check(seat, as: "seat") }
        let allowed = try allow.map { try DeviceCommand.device($0) }
        let body = ReadPeripheral(
            device: try device.map { try DeviceCommand.device($0) },
            peripheralID: peripheral,
            seat: seat,
            autoSubmit: !hold,
            seconds: seconds,
            allowedDevices: allowed.isEmpty ? nil : allowed
        )
        let limit = Duration.seconds(max(1, min(300, seconds)) + 60)
        let done = try await place.connect { connection, hub in
            try await connection.requests.call(
                ReaderTopics.readPeripheral,
                hub: hub.target.address.hub,
                body,
                timeout: limit
            )
        }
        guard !json else { return try environment.json(done) }
        environment.out("device \(done.device): \(done.records.count) readings, \(done.disposition.rawValue)")
    }
}
