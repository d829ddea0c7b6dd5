internal import ActorRuntime
internal import ArgumentParser
internal import HealthImporterActor
internal import SystemCalls

/// The process `health-importer`.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health-importer",
        abstract: "Makes records of what people exported from their phones.",
        discussion: ActorProcess.discussion(HealthImporterActor.self),
        version: VitalBus.version
    )

    @OptionGroup var options: ActorOptions

    func run() async throws {
        // Import, store and bus take turns; an arena for each thread doubles the memory in use.
        HeapSettings.limitArenas(to: 2)
        await ActorProcess.main(HealthImporterActor.self, options, platform: .vitalBus)
    }
}
