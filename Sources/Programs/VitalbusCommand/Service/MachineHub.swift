internal import ActorRuntime
internal import Foundation
internal import HubRunner
internal import MessageBus

/// The hub that systemd runs on this machine, as published for root and the group `vitalbus` while it runs.
struct MachineHub: Sendable {
    /// The run folder.
    let folder: String

    /// Creates the hub with its folder.
    init(_ variables: [String: String]) {
        folder = MachinePlace.runFolder(variables)
    }

    private var layout: HubLayout { HubLayout(folder) }
    /// The private broker's socket.
    var socket: String { MachinePlace.socket(in: folder) }
    /// The file of the command line's password.
    var password: String { "\(folder)/command-password" }
    /// The file with the page's address, valid for one entry.
    var pageEntry: String { "\(folder)-page/entry" }

    /// The running hub; nil if none runs.
    ///
    /// - Throws: ``CommandFailure`` (77) if this user has no right to see whether one runs.
    func record() throws -> HubRecord? {
        let files = FileManager.default
        guard !files.fileExists(atPath: folder) || files.isExecutableFile(atPath: folder) else {
            throw CommandFailure(
                "notAuthorized",
                message: "only root and the group 'vitalbus' may use this machine's hub: sudo adduser "
                    + "\(NSUserName()) vitalbus, and log in again",
                exitCode: ExitCodes.notAuthorized
            )
        }
        return try HubRecord.read(layout)
    }

    /// Publishes the hub for the group of this process: its record and the command line's password, with mode 0640.
    ///
    /// - Throws: `Errno` if a file cannot be written.
    func show(_ record: HubRecord, password: [UInt8]) throws {
        for (path, bytes) in [(layout.record, try WireJSON.encode(record)), (self.password, password)] {
            try PrivateFile.replace(path, bytes: bytes)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        }
    }
}
