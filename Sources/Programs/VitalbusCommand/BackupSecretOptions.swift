internal import ActorRuntime
internal import ArgumentParser
internal import Foundation
internal import HubRunner
internal import StoreBackup

/// What a backup is sealed with.
struct BackupSecretOptions: ParsableArguments {
    @Flag(help: "Seal with a passphrase, asked for or read from standard input, in place of the site's key.")
    var passphrase = false

    @Option(help: ArgumentHelp("A file of mode 0600 with the passphrase.", valueName: "file"))
    var passphraseFile: String?

    @Option(help: ArgumentHelp("The site's key. Default: that of the state directory.", valueName: "file"))
    var siteKey: String?

    func validate() throws {
        guard siteKey == nil || (!passphrase && passphraseFile == nil) else {
            throw ValidationError("A backup is sealed with a passphrase or with the site's key, not with both.")
        }
    }

    /// The secret; a new passphrase is asked for twice.
    func secret(_ environment: CommandEnvironment, key: String, isNew: Bool) throws -> BackupSecret {
        if let file = passphraseFile { return .passphrase(try Self.checked(try SecretFile.read(file))) }
        if passphrase { return .passphrase(try typed(environment, isNew: isNew)) }
        let key = try SiteKey.load(siteKey ?? key, createIfMissing: false)
        return .siteKey { salt in Array(key.fingerprint(of: salt, purpose: "backup").utf8) }
    }

    private func typed(_ environment: CommandEnvironment, isNew: Bool) throws -> [UInt8] {
        guard let first = try environment.secret("passphrase:", 1_024) else {
            var bytes = environment.input(1_024)
            if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
            return try Self.checked(bytes)
        }
        if isNew, try environment.secret("once more:", 1_024) != first {
            throw CommandFailure.input("the two passphrases differ: nothing was done")
        }
        return try Self.checked(first)
    }

    private static func checked(_ bytes: [UInt8]) throws -> [UInt8] {
        guard (12...1_024).contains(bytes.count) else {
            throw CommandFailure.input("a passphrase has 12 to 1024 bytes")
        }
        return bytes
    }
}
