internal import ArgumentParser
internal import BusContract

/// The command `vitalbus logging off`.
struct LoggingOff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "off", abstract: "Log no more, also after restarts.")

    @OptionGroup var place: HubOptions
    @Flag(help: "Print what is set as JSON.") var json = false

    func run() async throws { try await LoggingCommand.set(.off, place, json: json) }
}
