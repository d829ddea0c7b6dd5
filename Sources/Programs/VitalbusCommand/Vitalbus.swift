internal import ActorRuntime
internal import ArgumentParser

/// The operator's command line.
struct Vitalbus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitalbus",
        abstract: "Run and manage a hub for health devices.",
        discussion: """
            'vitalbus init' asks for the settings; 'vitalbus up' runs a whole hub in one terminal. In a second \
            terminal the other commands find it automatically; give --state if the first one got it.

            \(RootHelp.exitTitle)
            \(ExitCodes.text)

            Completions for a shell: vitalbus --generate-completion-script bash (or zsh, fish).
            """,
        version: VitalBus.version,
        groupedSubcommands: [
            // The commands for most days come first.
            CommandGroup(
                name: "Everyday",
                subcommands: [
                    Up.self, PageCommand.self, Status.self, Doctor.self, Watch.self, SessionCommand.self,
                    SeatCommand.self,
                    RecordCommand.self, HeldCommand.self, DeviceCommand.self, PassiveCommand.self, ImportCommand.self,
                ]
            ),
            CommandGroup(
                name: "People and readings",
                subcommands: [ImageCommand.self, NotificationsCommand.self, FHIRCommand.self]
            ),
            CommandGroup(name: "Device", subcommands: [PeripheralCommand.self, Decode.self, CaptureCommand.self]),
            CommandGroup(
                name: "Site and hub",
                subcommands: [
                    Init.self, SiteCommand.self, HubCommand.self, Join.self, Leave.self, Renew.self, LinkCommand.self,
                    UserCommand.self, IntegrationCommand.self, AccessCommand.self, Backup.self, Restore.self,
                ]
            ),
            CommandGroup(
                name: "Display and import",
                subcommands: [PhotoCommand.self, ScanCommand.self, OCRCommand.self, HealthCommand.self]
            ),
            CommandGroup(
                name: "Expert",
                subcommands: [Call.self, Log.self, LoggingCommand.self, MetricsCommand.self, BrokerCommand.self]
            ),
        ]
    )
}

/// The program `vitalbus`.
public enum VitalbusProgram {
    /// Parses the arguments, runs the command and returns the exit code; errors are one line on standard error.
    ///
    /// A command whose output could not be written has failed (``ExitCodes``, 73).
    public static func run(_ arguments: [String]) async -> Int32 {
        let environment = CommandEnvironment.current
        let code = await carryOut(arguments, in: environment)
        guard code == ExitCodes.done, let failure = environment.outputFailure() else { return code }
        environment.err("vitalbus: \(failure.line)")
        return failure.exitCode
    }

    private static func carryOut(_ arguments: [String], in environment: CommandEnvironment) async -> Int32 {
        do {
            var command = try Vitalbus.parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return 0
        } catch let error as ExitCode {
            return error.rawValue
        } catch {
            guard let failure = CommandFailure(error) else {
                return explain(error, arguments: arguments, in: environment)
            }
            environment.err("vitalbus: \(failure.line)")
            return failure.exitCode
        }
    }

    /// Explains an error of the argument parser, with a suggestion for a misspelt subcommand first.
    private static func explain(_ error: any Error, arguments: [String], in environment: CommandEnvironment) -> Int32 {
        let code = Vitalbus.exitCode(for: error)
        let text = Vitalbus.fullMessage(for: error)
        guard !code.isSuccess else {
            for line in RootHelp.ordered(lines(text)) { environment.out(line) }
            return code.rawValue
        }
        if let hint = SubcommandHint.line(arguments) { environment.err("vitalbus: \(hint)") }
        for line in lines(text) { environment.err(line) }
        return code.rawValue
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

/// The help of the program itself, reordered because the parser prints a discussion above the commands.
enum RootHelp {
    static let exitTitle = "Exit codes of all commands:"

    /// Moves the exit codes below the commands; the help of subcommands does not change.
    static func ordered(_ lines: [String]) -> [String] {
        let isBlank: (String) -> Bool = { $0.allSatisfy(\.isWhitespace) }
        guard let start = lines.firstIndex(where: { $0.contains(exitTitle) }) else { return lines }
        let end = lines[start...].firstIndex(where: isBlank) ?? lines.endIndex
        let rest = Array(lines[..<start]) + lines[end...].dropFirst()
        return Array(rest.reversed().drop(while: isBlank).reversed()) + [""] + lines[start..<end]
    }
}
