internal import FoundationEssentials
internal import MessageBus
internal import SystemCalls

/// The folders of a machine's processes between two sites, kept because the next site may give the hub another name.
///
/// `vitalbus leave` removes the hub's name from them, and each process inserts the new name at its next start.
package enum UnnamedFolder {
    /// The placeholder for the hub's name; no hub can have this name.
    package static let hub = "_left"

    /// Renames a process's folder and the files in it that contain the hub's name.
    ///
    /// The folder is renamed first; the next start completes files that were not renamed yet.
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

    /// Renames the files in a process's folder that contain the hub's name: `device-reader-{hub}.sqlite`.
    ///
    /// - Throws: ``RuntimeError`` `stateDirectory`, also for a database whose log is not empty and belongs to its old
    ///   name.
    package static func rename(in folder: String, from old: String, to new: String) throws {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw RuntimeError(.stateDirectory, message: "\(folder) cannot be read: check its permissions")
        }
        let own = names.sorted().filter { $0.contains("-\(old).") }
        // Without its log a database loses its newest commits.
        if let log = own.first(where: { $0.hasSuffix("-wal") && FileStatus(at: "\(folder)/\($0)")?.size != 0 }) {
            throw RuntimeError(
                .stateDirectory,
                message: "\(folder)/\(log) is not empty: start its hub once more and stop it cleanly"
            )
        }
        for name in own {
            let path = "\(folder)/\(name)"
            guard !name.hasSuffix("-wal"), !name.hasSuffix("-shm") else {
                // Cleanup: SQLite recreates them.
                try? FileManager.default.removeItem(atPath: path)
                continue
            }
            try PrivateFile.move(path, to: "\(folder)/\(name.replacing("-\(old).", with: "-\(new)."))")
        }
    }
}
