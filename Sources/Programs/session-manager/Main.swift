internal import ActorRuntime
internal import ArgumentParser
internal import SessionManagerActor

/// The process `session-manager`.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session-manager",
        abstract: "Owns sessions, assignments, the delivery queue and the notifications of a site.",
        discussion: ActorProcess.discussion(SessionManagerActor.self),
        version: VitalBus.version
    )

    @OptionGroup var options: ActorOptions

    func run() async throws {
        await ActorProcess.main(GuardedSessionManager.self, options, platform: .vitalBus)
    }
}
