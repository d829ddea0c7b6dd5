internal import Crypto
internal import Files
public import Foundation
public import StoreEngine

/// Replaces a state directory's stores with a backup, or accepts an older copy that is in place.
public struct BackupRestorer: Sendable {
    /// The result of a restore.
    public struct Report: Codable, Sendable {
        /// The contents of the backup.
        public let manifest: BackupManifest
        /// The folder with the replaced files; nil for none.
        public let replaced: String?
    }

    private let state: String

    /// Prepares a restore into a state directory.
    public init(state: String) {
        self.state = state
    }

    /// Restores a backup: reads and checks all of it, moves the present files aside, and puts the new ones in place.
    ///
    /// An interrupted restore can be repeated: until the last step the session manager refuses to serve.
    ///
    /// - Throws: ``BackupError``, or the error of a file or a database.
    public func restore(_ path: String, with secret: BackupSecret, now: Date) throws -> Report {
        try BackupMaker.makeFolder(state)
        let locks = try lockAll()
        let staging = "\(state)/.restore"
        try? FileManager.default.removeItem(atPath: staging)
        try BackupMaker.makeFolder(staging)
        let manifest = try unpack(path, with: secret, staging: staging)
        try check(manifest, staging: staging)
        for entry in manifest.stores {
            guard let mark = entry.mark else { continue }
            let folder = entry.path.prefix { $0 != "/" }
            let from = min(mark.lastCommit ?? manifest.time, manifest.time)
            try accept(
                StoreAcceptance(from: from, mark: mark),
                witness: "\(state)/\(folder)\(StoreConfiguration.witnessSuffix)"
            )
        }
        let replaced = try swap(staging, now: now)
        try? FileManager.default.removeItem(atPath: staging)
        withExtendedLifetime(locks) {}
        return Report(manifest: manifest, replaced: replaced)
    }

    /// Records a person's decision to use the older copy in place; its session manager applies it.
    ///
    /// - Returns: The accepted copies.
    /// - Throws: ``BackupError`` `invalid` if no copy is in doubt, or the time is after the copy's end.
    public func acceptCopy(from: Date) throws -> [StoreDoubt] {
        let doubts = StoreDoubt.find(in: state)
        guard !doubts.isEmpty else {
            throw BackupError(.invalid, message: "there is no older copy in \(state) to accept")
        }
        for doubt in doubts {
            if let end = doubt.found?.lastCommit, from > end {
                throw BackupError(
                    .invalid,
                    message:
                        "the copy ends at \(end.formatted(.iso8601)): readings since then must be held, so give that time or an "
                        + "earlier one"
                )
            }
            let folder = URL(filePath: doubt.path).deletingLastPathComponent().standardizedFileURL.path
            try accept(
                StoreAcceptance(from: from, mark: doubt.found),
                witness: folder + StoreConfiguration.witnessSuffix
            )
        }
        return doubts
    }

    private func accept(_ acceptance: StoreAcceptance, witness: String) throws {
        let path = StoreAcceptance.path(witness: witness)
        let draft = path + ".new"
        guard
            FileManager.default.createFile(
                atPath: draft,
                contents: Data(try acceptance.encoded()),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw BackupError(.cannotWrite, message: "\(path) cannot be written") }
        try BackupMaker.flush(draft)
        try BackupMaker.rename(draft, to: path)
    }

    /// Takes the locks of all the hub's processes, so that none can run.
    private func lockAll() throws -> [FileLock] {
        let names = try FileManager.default.contentsOfDirectory(atPath: state).filter { $0.hasSuffix(".lock") }
        return try Set(names + ["hub.lock"]).sorted().map { name in
            try BackupMaker.lock("\(state)/\(name)") { held in
                "a process of the hub is running (\(held.message)): stop the hub first"
            }
        }
    }

    private func unpack(_ path: String, with secret: BackupSecret, staging: String) throws -> BackupManifest {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw BackupError(.unreadable, message: "\(path) cannot be read: check that it exists and its permissions")
        }
        defer { try? file.close() }
        var input = try BackupInput(file, secret: secret)
        let length = try input.readAll(4).reduce(0) { $0 << 8 | Int($1) }
        guard length <= 64 << 20 else { throw BackupFrames.damaged }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        // Absent is nil: reported as an unreadable backup.
        guard let manifest = try? decoder.decode(BackupManifest.self, from: try input.readAll(length)) else {
            throw BackupFrames.damaged
        }
        for entry in manifest.entries { try unpack(entry, input: &input, staging: staging) }
        guard try input.read(1).isEmpty else { throw BackupFrames.damaged }
        return manifest
    }

    private func unpack(_ entry: BackupManifest.Entry, input: inout BackupInput, staging: String) throws {
        let parts = entry.path.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { ["", ".", ".."].contains($0) }), entry.size >= 0 else {
            throw BackupFrames.damaged
        }
        let path = "\(staging)/\(entry.path)"
        try BackupMaker.makeFolder(URL(filePath: path).deletingLastPathComponent().path)
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let file = FileHandle(forWritingAtPath: path)
        else {
            throw BackupError(.cannotWrite, message: "\(path) cannot be written: check the free space on this disk")
        }
        defer { try? file.close() }
        var (left, sum) = (entry.size, SHA256())
        while left > 0 {
            let bytes = try input.read(min(left, BackupFrames.size))
            guard !bytes.isEmpty else { throw BackupFrames.damaged }
            left -= bytes.count
            sum.update(data: bytes)
            try file.write(contentsOf: bytes)
        }
        try file.synchronize()
        guard StateFiles.hex(sum.finalize()) == entry.sha256 else { throw BackupFrames.damaged }
    }

    private func check(_ manifest: BackupManifest, staging: String) throws {
        for entry in manifest.stores {
            let (migration, mark) = try StateFiles.inspect("\(staging)/\(entry.path)", called: entry.path)
            guard migration == entry.migration, mark == entry.mark else { throw BackupFrames.damaged }
            // Removes the files that the check left behind.
            for suffix in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: "\(staging)/\(entry.path)\(suffix)")
            }
        }
    }

    private func swap(_ staging: String, now: Date) throws -> String? {
        let stamp = Int(exactly: now.timeIntervalSince1970.rounded(.down)) ?? 0
        let aside = "\(state)/replaced-\(stamp)-\(UUID().uuidString.prefix(4))"
        let fresh = try FileManager.default.contentsOfDirectory(atPath: staging)
        // Stores that are missing from the backup would be newer than the rest, so they are moved aside too.
        let old = Set(fresh + (try StateFiles(state: state).folders())).sorted().filter {
            FileManager.default.fileExists(atPath: "\(state)/\($0)")
        }
        if !old.isEmpty { try BackupMaker.makeFolder(aside) }
        for name in old { try BackupMaker.rename("\(state)/\(name)", to: "\(aside)/\(name)") }
        // The session manager's store comes last: until then its witness reports it missing.
        for name in fresh.sorted(by: { (rank($0), $0) < (rank($1), $1) }) {
            try BackupMaker.rename("\(staging)/\(name)", to: "\(state)/\(name)")
        }
        return old.isEmpty ? nil : aside
    }

    private func rank(_ name: String) -> Int { name.contains(".session-manager.") ? 1 : 0 }
}
