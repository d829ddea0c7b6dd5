internal import FoundationEssentials
internal import MessageBus
internal import SystemCalls

/// The folders of a machine's processes between two sites: what they hold is the machine's, whatever the next site calls its hub.
///
/// `vitalbus leave` takes the hub's name from them, and each process gives its own folder the new one at its next start.
package enum UnnamedFolder {
    /// What stands there for the hub's name; no hub can be called so.
    package static let hub = "_left"

    /// Gives the folder of a process its name, and the files in it that carry the hub's.
    ///
    /// The folder comes first: one whose files were not renamed yet is done by the next start.
    ///
    /// - Throws: ``RuntimeError`` `stateDirectory`.
    static func name(_ address: BusAddress, in base: String) throws {
        let (unnamed, own) = ("\(base)/\(hub).\(address.actor).\(address.instance)", "\(base)/\(address.principal)")
        let files = FileManager.default
        if files.fileExists(atPath: unnamed) {
            guard !files.fileExists(atPath: own) else {
                throw RuntimeError(
                    .stateDirectory,
                    message: "\(unnamed) and \(own) both exist: move away the one without readings"
                )
            }
            try PrivateFile.move(unnamed, to: own)
        }
        guard files.fileExists(atPath: own) else { return }
        try rename(in: own, from: hub, to: address.hub)
    }

    /// Renames the files of a process's folder that carry the hub's name: `device-reader-{hub}.sqlite`.
    ///
    /// - Throws: ``RuntimeError`` `stateDirectory`; also for a database whose log is not empty, which must not lose its name.
    package static func rename(in folder: String, from old: String, to new: String) throws {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw RuntimeError(.stateDirectory, message: "\(folder) cannot be read: check its permissions")
        }
        let own = names.sorted().filter { $0.contains("-\(old).") }
        // Without its log a database has lost its newest commits.
        if let log = own.first(where: { $0.hasSuffix("-wal") && FileStatus(at: "\(folder)/\($0)")?.size != 0 }) {
            throw RuntimeError(
                .stateDirectory,
                message: "\(folder)/\(log) is not empty: start its hub once more and stop it cleanly"
            )
        }
        for name in own {
            let path = "\(folder)/\(name)"
            guard !name.hasSuffix("-wal"), !name.hasSuffix("-shm") else {
                // Cleanup: SQLite makes them anew.
                try? FileManager.default.removeItem(atPath: path)
                continue
            }
            try PrivateFile.move(path, to: "\(folder)/\(name.replacing("-\(old).", with: "-\(new)."))")
        }
    }
}
