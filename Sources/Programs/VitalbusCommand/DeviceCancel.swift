internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus device cancel`.
struct DeviceCancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel the reading or the pairing that somebody asked for."
    )

    @OptionGroup var place: HubOptions

    func run() async throws {
        try await place.connect { connection, hub in
            _ = try await connection.requests.call(ReaderTopics.cancel, hub: hub.target.address.hub, Empty())
        }
        CommandEnvironment.current.out("cancelled")
    }
}
