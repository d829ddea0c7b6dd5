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
            Init.self, Up.self, Status.self, Watch.self, SessionCommand.self, SeatCommand.self, DeviceCommand.self,
            PeripheralCommand.self, PassiveCommand.self, RecordCommand.self,
            ImageCommand.self, ImportCommand.self, HealthCommand.self,
            HeldCommand.self, NotificationsCommand.self, Call.self, Decode.self, OCRCommand.self, PhotoCommand.self,
            ScanCommand.self,
            Doctor.self, Backup.self, Restore.self,
            LoggingCommand.self, Log.self,
        ]
    )
}
