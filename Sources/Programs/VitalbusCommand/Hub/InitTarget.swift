internal import ActorRuntime
internal import Files
internal import Foundation
internal import HubRunner
internal import SiteRecords

/// Where `vitalbus init` writes, and for whom.
struct InitTarget {
    /// What the package installs, and copies where there is no file yet.
    private static let installedFile = "/usr/share/vitalbus/vitalbus.yaml"

    let file: String
    let layout: HubLayout
    /// Whether a flag named the file.
    let isNamed: Bool

    /// Whether a file is still what the package has put there: nobody loses anything with it.
    static func isAsInstalled(_ file: String) -> Bool {
        file == HubPlace.standardFile && FileManager.default.contentsEqual(atPath: file, andPath: installedFile)
    }

    /// Writes the file: for its owner alone, but in the machine's place, whose readers are the units' user and the commands'.
    ///
    /// No secret stands in it: keys and passwords are in files of their own.
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
                advice: "check the rights of its folder, or use --state or --config"
            )
        }
        try await StateOwner.working(in: layout.state) {
            var kept = HubSettings()
            kept.config = isNamed ? file : nil
            kept.part = answers.machine == .server ? .site : nil
            try kept.write(layout)
        }
    }

    /// Makes the site of a server; one of the name that is there stays.
    ///
    /// - Throws: `SiteError`, ``CommandFailure`` where another site is here.
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
                    "the site that was made here is '\(there.record.site)', not '\(answers.site)': give --site \(there.record.site)",
                exitCode: ExitCodes.input
            )
        }
    }

    /// As the state directory's owner where the file lies in it.
    private func atHome(_ operation: () throws -> Void) async throws {
        guard file.hasPrefix("\(layout.state)/") else { return try operation() }
        try await StateOwner.working(in: layout.state, operation)
    }
}
