internal import ArgumentParser
internal import BusContract
internal import FoundationEssentials
internal import HubRunner
internal import MessageBus
internal import OperatorConnection

/// The command `vitalbus log`.
struct Log: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the log from the bus until Ctrl-C.",
        discussion: "First switch it on: vitalbus logging on --sink bus."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("Only entries of this component, for example core.", valueName: "tag")) var tag: String?
    @Flag(help: "Print the entries as JSON, one per line.") var json = false
    @OptionGroup var limit: LineLimit

    func run() async throws {
        let environment = CommandEnvironment.current
        try await place.connect { connection, _ in
            let subscription = try await connection.client.subscribe(
                to: [LogTopics.entry.descriptor],
                hub: nil,
                capacity: 1024
            )
            defer { subscription.cancel() }
            // Absent is nil: without a session manager the state is unknown, and entries may arrive nevertheless.
            if let state = try? await LoggingShow.state(connection), !(state.enabled && state.sink == .bus) {
                environment.err(
                    "the bus carries no log: \(LoggingCommand.text(state)); 'vitalbus logging on --sink bus' sends it here"
                )
            }
            try await limit.follow(subscription, in: environment) { [tag, json] message in
                // Absent is nil: any other message is not shown as an entry.
                guard let envelope = try? Envelope<LogEntry>.decode(message.payload) else { return nil }
                let entry = envelope.data
                guard tag == nil || entry.tag.rawValue == tag else { return nil }
                guard !json else { return EventLine(message)?.json ?? "{}" }
                let levels = message.levels
                let place = levels.count > 5 ? "\(levels[3]) \(levels[5])" : "?"
                return EventLine.plain(
                    "\(WireJSON.timeText(envelope.time)) \(place) \(entry.tag) \(entry.level): \(entry.message)"
                )
            }
        }
    }
}
