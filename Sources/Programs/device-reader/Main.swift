internal import ActorRuntime
internal import ArgumentParser
internal import DeviceReaderActor

/// The process `device-reader`.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device-reader",
        abstract: "Reads Bluetooth health devices into its outbox.",
        discussion: ActorProcess.discussion(DeviceReaderActor.self),
        version: VitalBus.version
    )

    @OptionGroup var options: ActorOptions

    func run() async throws {
        await ActorProcess.main(DeviceReaderActor.self, options, platform: .vitalBus)
    }
}
