internal import ActorRuntime
internal import Foundation
internal import HubRunner
internal import SiteAuthority

/// The file that `vitalbus init` writes, and its owner.
struct InitTarget {
    /// The file that the package installs, and copies if there is none yet.
    private static let installedFile = "/usr/share/vitalbus/vitalbus.yaml"

    let file: String
    let layout: HubLayout
    /// Whether a flag named the file.
    let isNamed: Bool

    /// Whether a file is unchanged since the package installed it, so that overwriting it loses nothing.
    static func isAsInstalled(_ file: String) -> Bool {
        file == HubPlace.standardFile && FileManager.default.contentsEqual(atPath: file, andPath: installedFile)
    }

    /// Writes the file with access for its owner only; the machine's file is also readable for the units' user and the
    /// commands' users.
    ///
    /// It contains no secret: keys and passwords are in separate files.
    ///
    /// - Throws: ``CommandFailure``, `HubRunnerError`.
    func write(_ answers: HubAnswers) async throws {
        do {
            try await StateOwner.working(in: layout.state) { try PrivateFile.makeDirectory(layout.state) }
            let folder = URL(filePath: file).deletingLastPathComponent().path
            if !FileManager.default.fileExists(atPath: folder) { try PrivateFile.makeDirectory(folder) }
            try await atHome { try PrivateFile.replace(file, bytes: Array(answers.text.utf8)) }
            if file == HubPlace.standardFile {
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            }
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure.cannotWrite(
                file,
                error: error,
                advice: "check the permissions of its folder, or use --state or --config"
            )
        }
        try await StateOwner.working(in: layout.state) {
            var kept = HubSettings()
            kept.config = isNamed ? file : nil
            kept.part = answers.machine == .server ? .site : nil
            try kept.write(layout)
        }
    }

    /// Creates the site of a server; an existing one of the same name is kept.
    ///
    /// - Throws: `SiteError`, ``CommandFailure`` if there is another site here.
    func makeSite(_ answers: HubAnswers) async throws {
        let there = try await StateOwner.working(in: layout.state) { try Site(SiteFiles(state: layout.state)) }
        guard let there else {
            let record = try SiteRecord(site: answers.site, addresses: answers.addresses)
            _ = try await SiteMaking(layout: layout, isServerOnly: true).make(record)
            return
        }
        guard there.record.site == answers.site else {
            throw CommandFailure(
                "conflict",
                message:
                    "the site here is '\(there.record.site)', not '\(answers.site)': give --site \(there.record.site)",
                exitCode: ExitCodes.input
            )
        }
    }

    /// Runs an operation as the state directory's owner if the file is in that directory.
    private func atHome(_ operation: () throws -> Void) async throws {
        guard file.hasPrefix("\(layout.state)/") else { return try operation() }
        try await StateOwner.working(in: layout.state, operation)
    }
}
