internal import ActorRuntime
internal import ArgumentParser
internal import UploaderActor

/// The process `uploader`.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uploader",
        abstract: "Delivers queued records to the cloud API. Any number may run.",
        discussion: ActorProcess.discussion(UploaderActor.self),
        version: VitalBus.version
    )

    @OptionGroup var options: ActorOptions

    func run() async throws {
        await ActorProcess.main(UploaderActor.self, options, platform: .vitalBus)
    }
}
