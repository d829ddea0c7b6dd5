internal import ActorRuntime
internal import ArgumentParser
internal import BLEScannerActor

/// The process `ble-scanner`.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ble-scanner",
        abstract: "Hears Bluetooth health devices and tells who is in sight.",
        discussion: ActorProcess.discussion(BLEScannerActor.self),
        version: VitalBus.version
    )

    @OptionGroup var options: ActorOptions

    func run() async throws {
        await ActorProcess.main(BLEScannerActor.self, options, platform: .vitalBus)
    }
}
