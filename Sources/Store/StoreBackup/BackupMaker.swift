internal import DeliveryRules
internal import Files
public import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Makes a backup of a state directory while its processes run.
public struct BackupMaker: Sendable {
    private let files: StateFiles
    private let version: String

    /// Prepares a backup of a state directory.
    public init(state: String, version: String) {
        files = StateFiles(state: state)
        self.version = version
    }

    /// Writes a backup to a temporary file, flushes it and renames it; mode 0600.
    ///
    /// - Throws: ``BackupError``, or the error of a file or a database.
    public func write(to path: String, with secret: BackupSecret, now: Date) throws -> BackupManifest {
        guard FileManager.default.fileExists(atPath: files.state) else { throw noStore }
        guard PrivateFile.mayReplace(path) else {
            throw BackupError(.cannotWrite, message: "\(path) is not a file: name another one")
        }
        // Only one backup runs at a time, and none during a restore.
        let lock = try Self.lock("\(files.state)/backup.lock") { _ in
            "another backup or restore is running here: try again when it has finished"
        }
        defer { withExtendedLifetime(lock) {} }
        let folder = "\(files.state)/.backup"
        // Removes the leftovers of an interrupted backup.
        try? FileManager.default.removeItem(atPath: folder)
        try Self.makeFolder(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var manifest = BackupManifest(version: version, time: now, entries: [])
        for name in try files.databases() { manifest.entries.append(try copyDatabase(name, in: folder)) }
        guard !manifest.entries.isEmpty else { throw noStore }
        var withKey = false
        if case .passphrase = secret { withKey = true }
        for name in try files.others(withKey: withKey) {
            if let entry = try copyFile(name, in: folder) { manifest.entries.append(entry) }
        }
        try seal(manifest, in: folder, to: path, with: secret)
        try note(manifest)
        return manifest
    }

    /// Takes a lock of a state directory.
    ///
    /// - Parameter words: What a lock that another process has means.
    /// - Throws: ``BackupError`` `running` with these words, `cannotWrite` if the lock's file is unusable.
    static func lock(_ path: String, isHeld words: (FileError) -> String) throws -> FileLock {
        do {
            return try FileLock(path)
        } catch let error as FileError where error.code == .locked {
            throw BackupError(.running, message: words(error))
        } catch {
            let reason = (error as? FileError)?.message ?? error.fileWords
            throw BackupError(.cannotWrite, message: "\(reason): check its permissions and the disk")
        }
    }

    /// Saves a record of the backup, from which health reports its age.
    private func note(_ manifest: BackupManifest) throws {
        let marks = manifest.entries.compactMap { entry in entry.mark.map { (entry.path, $0) } }
        let record = BackupRecord(made: manifest.time, marks: Dictionary(marks) { first, _ in first })
        do { try record.write(state: files.state) } catch {
            throw BackupError(
                .cannotWrite,
                message:
                    "the backup was made, but could not be recorded in \(files.state): check its permissions and the disk"
            )
        }
    }

    private var noStore: BackupError {
        BackupError(.invalid, message: "no store found in \(files.state): name the hub with --state")
    }

    private func copyDatabase(_ name: String, in folder: String) throws -> BackupManifest.Entry {
        let copy = try place(name, in: folder)
        try StateFiles.copy("\(files.state)/\(name)", to: copy)
        let (migration, mark) = try StateFiles.inspect(copy, called: name)
        let (size, sum) = try StateFiles.facts(copy)
        return BackupManifest.Entry(path: name, size: size, sha256: sum, migration: migration, mark: mark)
    }

    /// Copies a file; nil if it has disappeared meanwhile and so is not needed.
    private func copyFile(_ name: String, in folder: String) throws -> BackupManifest.Entry? {
        let copy = try place(name, in: folder)
        do {
            try FileManager.default.copyItem(atPath: "\(files.state)/\(name)", toPath: copy)
        } catch  where !FileManager.default.fileExists(atPath: "\(files.state)/\(name)") { return nil }
        let (size, sum) = try StateFiles.facts(copy)
        return BackupManifest.Entry(path: name, size: size, sha256: sum)
    }

    private func place(_ name: String, in folder: String) throws -> String {
        let copy = URL(filePath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        return copy.path
    }

    private func seal(_ manifest: BackupManifest, in folder: String, to path: String, with secret: BackupSecret) throws
    {
        let draft = "\(path).\(getpid()).new"
        defer { try? FileManager.default.removeItem(atPath: draft) }
        guard
            FileManager.default.createFile(atPath: draft, contents: nil, attributes: [.posixPermissions: 0o600]),
            let file = FileHandle(forWritingAtPath: draft)
        else {
            throw BackupError(.cannotWrite, message: "\(path) cannot be written: check its folder and its permissions")
        }
        defer { try? file.close() }
        var output = try BackupOutput(file, secret: secret)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let head = try encoder.encode(manifest)
        try output.write(Data((0..<4).map { UInt8(truncatingIfNeeded: head.count >> (24 - 8 * $0)) }))
        try output.write(head)
        for entry in manifest.entries {
            let source = try FileHandle(forReadingFrom: URL(filePath: "\(folder)/\(entry.path)"))
            defer { try? source.close() }
            while let bytes = try source.read(upToCount: 65_536), !bytes.isEmpty { try output.write(bytes) }
        }
        try output.finish()
        try Self.rename(draft, to: path)
    }

    static func makeFolder(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw BackupError(
                .cannotWrite,
                message: "\(path) cannot be created: check the permissions of the folders above it"
            )
        }
    }

    static func rename(_ old: String, to new: String) throws {
        guard unsafe Foundation.rename(old, new) == 0 else {
            throw BackupError(
                .cannotWrite,
                message: "\(new) cannot be put in place: check its folder and its permissions"
            )
        }
        try flush(URL(filePath: new).deletingLastPathComponent().path)
    }

    /// Flushes a file or a folder to the disk.
    static func flush(_ path: String) throws {
        let descriptor = unsafe Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BackupError(.cannotWrite, message: "\(path) cannot be opened") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw BackupError(.cannotWrite, message: "\(path) cannot be flushed to the disk")
        }
    }
}
