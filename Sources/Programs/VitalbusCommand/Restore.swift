internal import ArgumentParser
internal import Foundation
internal import HubRunner
internal import StoreBackup

/// The command `vitalbus restore`.
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a backup back, or accept an older copy of the session manager's database that lies here.",
        discussion: """
            The hub must not run for a backup to be put back; all of it is checked before anything is replaced, and what \
            was there is kept in a folder beside it. Where the copy is older than what was used last, sessions that it calls \
            active are ended, readings since then are held, and what it calls unsent is looked up at the server first: \
            'vitalbus session start' names who is present.
            """
    )

    @Argument(help: "The backup.") var file: String?
    @Option(
        help: ArgumentHelp(
            "Accept the older copy that the doctor found: readings since this time are held.",
            valueName: "time"
        )
    )
    var acceptFrom: String?
    @Option(help: ArgumentHelp("The state directory.", valueName: "dir")) var state: String?
    @OptionGroup var sealing: BackupSecretOptions
    @Flag(help: "Do not ask.") var yes = false
    @Flag(help: "Print what was done as JSON.") var json = false

    func validate() throws {
        guard (file == nil) != (acceptFrom == nil) else {
            throw ValidationError("Name a backup, or --accept-from with a time.")
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let layout = HubLayout(state ?? HubPlace.standardState(environment.variables))
        let restorer = BackupRestorer(state: layout.state)
        if let acceptFrom {
            try accept(try LocalTime.moment(acceptFrom, of: "--accept-from"), restorer, environment)
        } else if let file {
            try restore(URL(filePath: file).standardizedFileURL.path, layout, restorer, environment)
        }
    }

    private func accept(_ time: Date, _ restorer: BackupRestorer, _ environment: CommandEnvironment) throws {
        try environment.confirm("Go on with the older copy? Its sessions end.", unless: yes)
        _ = try restorer.acceptCopy(from: time)
        environment.out(
            "accepted: the session manager goes on with it in a moment; readings since \(LocalTime.text(time)) are held, and "
                + "'vitalbus session start' names who is present"
        )
    }

    private func restore(
        _ path: String,
        _ layout: HubLayout,
        _ restorer: BackupRestorer,
        _ environment: CommandEnvironment
    ) throws {
        let secret = try sealing.secret(environment, key: layout.siteKey, isNew: false)
        try environment.confirm("Replace what is in \(layout.state)?", unless: yes)
        let report = try restorer.restore(path, secret, now: Date())
        guard !json else { return try environment.json(report) }
        environment.out("restored \(report.manifest.entries.count) files of \(LocalTime.text(report.manifest.time))")
        if let replaced = report.replaced { environment.out("what was there is kept in \(replaced)") }
    }
}
