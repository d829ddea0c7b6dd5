import ActorRuntime
import ArgumentParser

/// A producer for the torture: everything of a device reader but the radio.
@main
struct TortureProducer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "torture-producer",
        abstract: "Commits readings to a real outbox and relays them; started by vitalbus-torture.",
        discussion: ActorProcess.discussion(ProducerActor.self)
    )

    @OptionGroup var options: ActorOptions

    func run() async throws {
        await ActorProcess.main(ProducerActor.self, options: options, platform: .vitalBus)
    }
}
