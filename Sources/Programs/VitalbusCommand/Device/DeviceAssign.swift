internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import MessageBus
internal import OperatorConnection

/// The command `vitalbus device assign`.
struct DeviceAssign: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assign",
        abstract: "Assign a device to a seat starting at a given time.",
        discussion: """
            Readings from that time on belong to the seat, and held ones among them are delivered at once. Readings that already \
            have an owner keep it.
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The device: its UUID, the start of the UUID, or words of the name of the device or its model.")
    var device: String
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Option(help: ArgumentHelp("The device's own user index.", valueName: "n")) var userIndex: Int?
    @Option(help: ArgumentHelp("Start time, RFC 3339. Default: now.", valueName: "time")) var from: String?
    @Flag(help: "Assign the UUID even if it is not in range, not assigned and has no held readings.") var unseen = false
    @Flag(help: "Print the assignment as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let time = try from.map { try HeldCommand.time($0, of: "--from") }
        let view = try await place.connect { connection, hub in
            let resolver = Resolver(connection, place: hub)
            let body = AssignDevice(
                device: try await resolver.device(device, isKnown: !unseen),
                userIndex: userIndex,
                seat: try await resolver.seat(seat),
                from: time
            )
            return try await connection.requests.call(
                SessionOperations.assignDevice,
                hub: BusAddress.siteHub,
                body: body
            )
        }
        json ? try environment.json(view) : environment.out(DeviceCommand.text(view))
    }
}

/// The command `vitalbus device unassign`.
struct DeviceUnassign: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unassign", abstract: "End a device's assignment.")

    @OptionGroup var place: HubOptions
    @Argument(help: "The device: its UUID, the start of the UUID, or words of the name of the device or its model.")
    var device: String
    @Option(help: ArgumentHelp("The device's own user index.", valueName: "n")) var userIndex: Int?
    @Option(help: ArgumentHelp("End time, RFC 3339. Default: now.", valueName: "time")) var until: String?
    @Flag(help: "Print the assignment as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let end = try until.map { try HeldCommand.time($0, of: "--until") }
        let view = try await place.connect { connection, hub in
            let device = try await Resolver(connection, place: hub).device(device)
            let body = UnassignDevice(device: device, userIndex: userIndex, until: end)
            return try await connection.requests.call(
                SessionOperations.unassignDevice,
                hub: BusAddress.siteHub,
                body: body
            )
        }
        json ? try environment.json(view) : environment.out(DeviceCommand.text(view))
    }
}

/// The command `vitalbus device forget`.
struct DeviceForget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget a device's pairing and keys at this hub. Its assignment stays.",
        discussion: "Use it when the device or the hub has lost the pairing. Pair the device again when it "
            + "is in range."
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The device: its UUID, the start of the UUID, or words of the name of the device or its model.")
    var device: String
    @Flag(help: "Do not ask for confirmation.") var yes = false
    @Flag(help: "Print what was forgotten as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let done = try await place.connect { connection, hub in
            let body = ForgetDevice(device: try await Resolver(connection, place: hub).device(device))
            try environment.confirm("forget the pairing of device \(body.device)?", unless: yes)
            return try await connection.requests.call(
                ReaderTopics.forgetDevice,
                hub: hub.hub,
                body: body
            )
        }
        if json { try environment.json(done) }
        guard done.pairing || done.secrets > 0 else {
            throw CommandFailure(
                "notFound",
                message:
                    "nothing was forgotten: the hub's adapter does not know device \(done.device), and it has no stored key",
                exitCode: 65
            )
        }
        guard !json else { return }
        let pairing = done.pairing ? "its pairing was removed" : "the adapter had no pairing"
        environment.out("device \(done.device): \(pairing), \(done.secrets) stored keys erased")
    }
}
