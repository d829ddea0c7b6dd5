internal import ActorRuntime
internal import ArgumentParser

/// The operator's command line.
struct Vitalbus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitalbus",
        abstract: "Runs and looks after a hub for health devices.",
        discussion: """
            'vitalbus init' asks what has to be known, 'vitalbus up' runs a whole hub in one terminal. In a second terminal \
            the other commands find it by themselves; give --state when the first one was given it.

            Exit codes of all commands:
            \(ExitCodes.text)

            Completions for a shell: vitalbus --generate-completion-script bash (or zsh, fish).
            """,
        version: VitalBus.version,
        subcommands: [
            Init.self, SiteCommand.self, HubCommand.self, Join.self, Leave.self, Renew.self, LinkCommand.self,
            IntegrationCommand.self, UserCommand.self, AccessCommand.self, Up.self, PageCommand.self, Status.self,
            Watch.self,
            SessionCommand.self, SeatCommand.self, DeviceCommand.self,
            PeripheralCommand.self, PassiveCommand.self, RecordCommand.self,
            ImageCommand.self, ImportCommand.self, HealthCommand.self, FHIRCommand.self,
            HeldCommand.self, NotificationsCommand.self, Call.self, Decode.self, OCRCommand.self, PhotoCommand.self,
            ScanCommand.self,
            Doctor.self, MetricsCommand.self, Backup.self, Restore.self,
            LoggingCommand.self, Log.self, BrokerCommand.self,
        ]
    )
}

/// The program `vitalbus`.
public enum VitalbusProgram {
    /// Parses the arguments, runs the command and returns the exit code; errors are one line on standard error.
    ///
    /// A command whose output could not be written has not done what was asked (``ExitCodes``, 73).
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
            for line in lines(text) { environment.out(line) }
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
