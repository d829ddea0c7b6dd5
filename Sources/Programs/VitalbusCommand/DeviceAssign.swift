internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus

/// The command `vitalbus device assign`.
struct DeviceAssign: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assign",
        abstract: "Assign a device to a seat, from a time on.",
        discussion: """
            Readings made from then on are the seat's; held ones among them get their owner at once. What was given to a \
            person before stays theirs.
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The device: its UUID, the beginning of it, or words of its or its model's name.") var device:
        String
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Option(help: ArgumentHelp("The device's own user index.", valueName: "n")) var userIndex: Int?
    @Option(help: ArgumentHelp("From when on, RFC 3339. Default: now.", valueName: "time")) var from: String?
    @Flag(help: "Assign a UUID although no device of that name is in sight, assigned or held.") var unseen = false
    @Flag(help: "Print the assignment as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let time = try from.map { try HeldCommand.time($0, of: "--from") }
        let view = try await place.connect { connection, hub in
            let resolver = Resolver(connection, hub)
            let body = AssignDevice(
                device: try await resolver.device(device, isKnown: !unseen),
                userIndex: userIndex,
                seat: try await resolver.seat(seat),
                from: time
            )
            return try await connection.requests.call(SessionOperations.assignDevice, hub: BusAddress.siteHub, body)
        }
        json ? try environment.json(view) : environment.out(DeviceCommand.text(view))
    }
}
