import ActorRuntime
import ArgumentParser
import DeviceDrivers
import DeviceReaderActor
import ExampleDriver

/// The `device-reader` of VitalBus with the drivers of this package; run it in place of the original.
@main
struct Reader: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: DeviceReaderActor.name,
        discussion: ActorProcess.discussion(DeviceReaderActor.self)
    )

    @OptionGroup var options: ActorOptions

    func run() async throws {
        await DriverRegistry.$installed.withValue(DriverRegistry.adding([FS20F.self, XORMeter.self])) { () -> Void in
            await ActorProcess.main(DeviceReaderActor.self, options: options, platform: .vitalBus)
        }
    }
}
