internal import ArgumentParser
internal import BusContract

/// The command `vitalbus logging on`.
struct LoggingOn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Log from now on, also after restarts; never payloads or tokens."
    )

    @OptionGroup var place: HubOptions
    @Option(
        help: ArgumentHelp(
            "core, bluetooth, healthkit or ocr; may be repeated. Default: all.",
            valueName: "component"
        )
    )
    var component: [String] = []
    @Option(help: ArgumentHelp("journald, file or bus.", valueName: "sink")) var sink = "journald"
    @Flag(help: "Print what is set as JSON.") var json = false

    func validate() throws {
        guard component.allSatisfy({ LoggingState.Component(rawValue: $0).isKnown }) else {
            throw ValidationError("--component is core, bluetooth, healthkit or ocr.")
        }
        guard LoggingState.Sink(rawValue: sink).isKnown else {
            throw ValidationError("--sink is journald, file or bus.")
        }
    }

    func run() async throws {
        var state = LoggingState(enabled: true, sink: .init(rawValue: sink))
        if !component.isEmpty { state.components = component.map(LoggingState.Component.init(rawValue:)) }
        try await LoggingCommand.set(state, place, json: json)
    }
}
