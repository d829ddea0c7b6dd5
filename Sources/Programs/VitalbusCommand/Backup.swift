internal import ActorRuntime
internal import ArgumentParser
internal import Foundation
internal import HubRunner
internal import StoreBackup

/// The command `vitalbus backup`.
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write all that this machine's processes remember into one sealed file, while they run.",
        discussion: """
            Sealed with the site's key, which is then needed to restore it and is not in it; or with a passphrase: then the \
            key is in it. Keep the key or the passphrase elsewhere.
            """
    )

    @Argument(help: "The file; one that is there is replaced.") var file: String
    @Option(help: ArgumentHelp("The state directory.", valueName: "dir")) var state: String?
    @OptionGroup var sealing: BackupSecretOptions
    @Flag(help: "Print what is in it as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let layout = HubLayout(state ?? HubPlace.standardState(environment.variables))
        let secret = try sealing.secret(environment, key: layout.siteKey, isNew: true)
        let path = URL(filePath: file).standardizedFileURL.path
        let maker = BackupMaker(state: layout.state, version: VitalBus.version)
        let manifest = try maker.write(to: path, secret, now: Date())
        guard !json else { return try environment.json(manifest) }
        let size = manifest.entries.reduce(0) { $0 + $1.size }
        environment.out(
            "\(path): \(manifest.stores.count) stores and \(manifest.entries.count - manifest.stores.count) other files, "
                + "\(size) bytes"
        )
    }
}
