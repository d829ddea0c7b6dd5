internal import ActorRuntime
internal import ArgumentParser
internal import Foundation
internal import HubRunner
internal import SiteHealth
internal import StoreBackup

/// The command `vitalbus backup`.
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Back up this machine's data into one sealed file, while it runs.",
        discussion: """
            The file is sealed with the site's key. A restore needs that key, and the file does not contain it. A \
            file sealed with a passphrase contains the key. Keep the key or the passphrase in another place.
            """
    )

    @Argument(help: "The file; an existing one is replaced.") var file: String
    @Option(help: ArgumentHelp("The state directory.", valueName: "dir")) var state: String?
    @OptionGroup var sealing: BackupSecretOptions
    @Flag(help: "Print its contents as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let layout = HubLayout(state ?? HubPlace.standardState(environment.variables))
        let secret = try sealing.secret(environment, key: layout.siteKey, isNew: true)
        let path = URL(filePath: file).standardizedFileURL.path
        let maker = BackupMaker(state: layout.state, version: VitalBus.version)
        let manifest = try maker.write(to: path, with: secret, now: Date())
        guard !json else { return try environment.json(manifest) }
        let size = manifest.entries.reduce(0) { $0 + $1.size }
        environment.out(
            "\(path): \(manifest.stores.count) stores and \(manifest.entries.count - manifest.stores.count) other files, "
                + "\(size) bytes"
        )
    }
}

/// The options for the secret of a backup.
struct BackupSecretOptions: ParsableArguments {
    @Flag(help: "Seal with a passphrase (asked for, or read from standard input) instead of the site's key.")
    var passphrase = false

    @Option(help: ArgumentHelp("A file with mode 0600 that holds the passphrase.", valueName: "file"))
    var passphraseFile: String?

    @Option(help: ArgumentHelp("The site's key. Default: that of the state directory.", valueName: "file"))
    var siteKey: String?

    func validate() throws {
        guard siteKey == nil || (!passphrase && passphraseFile == nil) else {
            throw ValidationError("A backup is sealed with a passphrase or with the site's key, but not with both.")
        }
    }

    /// Reads the secret; a new passphrase is requested twice.
    func secret(_ environment: CommandEnvironment, key: String, isNew: Bool) throws -> BackupSecret {
        if let file = passphraseFile { return .passphrase(try Self.checked(try InputFile.secret(file))) }
        if passphrase { return .passphrase(try typed(environment, isNew: isNew)) }
        if let siteKey { try InputFile.check(siteKey) }
        let key = try SiteKey.load(siteKey ?? key, createIfMissing: false)
        return .siteKey { salt in Array(key.fingerprint(of: salt, purpose: "backup").utf8) }
    }

    private func typed(_ environment: CommandEnvironment, isNew: Bool) throws -> [UInt8] {
        guard let first = try environment.secret("passphrase:", 1_024) else {
            var bytes = try environment.input(1_024)
            if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
            return try Self.checked(bytes)
        }
        if isNew, try environment.secret("once more:", 1_024) != first {
            throw CommandFailure.input("the passphrases differ: nothing was changed")
        }
        return try Self.checked(first)
    }

    private static func checked(_ bytes: [UInt8]) throws -> [UInt8] {
        guard (12...1_024).contains(bytes.count) else {
            throw CommandFailure.input("a passphrase must have 12 to 1024 bytes")
        }
        return bytes
    }
}

/// The command `vitalbus restore`.
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restore a backup, or accept an older copy of the session manager's database.",
        discussion: """
            Stop the hub first. The backup is checked in full before anything is replaced, and the present data is \
            kept in a folder next to it.

            If data newer than the backup was in use, active sessions end and readings since then are held. Unsent \
            records are first looked up at the server. Afterwards start the sessions again with 'vitalbus session \
            start'.
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
    @Flag(help: "Do not ask for confirmation.") var yes = false
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
            try accept(try LocalTime.moment(acceptFrom, of: "--accept-from"), restorer: restorer, in: environment)
        } else if let file {
            try restore(
                URL(filePath: file).standardizedFileURL.path,
                layout: layout,
                restorer: restorer,
                in: environment
            )
        }
    }

    private func accept(_ time: Date, restorer: BackupRestorer, in environment: CommandEnvironment) throws {
        try environment.confirm("Use the older copy? Its sessions end.", unless: yes)
        _ = try restorer.acceptCopy(from: time)
        environment.out(
            "accepted: the session manager will start in a moment. Readings since \(LocalTime.text(time)) are held; start the sessions again with 'vitalbus session start'"
        )
    }

    private func restore(
        _ path: String,
        layout: HubLayout,
        restorer: BackupRestorer,
        in environment: CommandEnvironment
    ) throws {
        try InputFile.check(path)
        let secret = try sealing.secret(environment, key: layout.siteKey, isNew: false)
        try environment.confirm("Replace the data in \(layout.state)?", unless: yes)
        let report = try restorer.restore(path, with: secret, now: Date())
        guard !json else { return try environment.json(report) }
        environment.out("restored \(report.manifest.entries.count) files of \(LocalTime.text(report.manifest.time))")
        if let replaced = report.replaced { environment.out("the previous data is kept in \(replaced)") }
    }
}
