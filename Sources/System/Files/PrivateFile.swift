internal import FoundationEssentials
internal import SystemCalls
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Files and directories that only their owner may use.
package enum PrivateFile {
    /// Creates a directory with mode 0700 and its parents unless they exist, and flushes their names.
    ///
    /// If a name is only in memory, a power cut loses everything flushed below it. So the name of an existing directory
    /// is flushed, too: its creator may have been killed before flushing it.
    ///
    /// - Throws: ``FileError`` `stateDirectory`.
    package static func makeDirectory(_ path: String) throws {
        var isDirectory = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
            guard isDirectory else {
                throw FileError(.stateDirectory, message: "\(path) is not a directory: set state.directory")
            }
            do {
                try syncDirectory(of: path)
            } catch let error as Errno where !Self.isDamage(error) {
                // Its parent may be inaccessible for this user, or on a file system that cannot be flushed.
            } catch {
                throw FileError(
                    .stateDirectory,
                    message: "the directory of \(path) cannot be flushed: check the disk",
                    errno: error.fileErrno
                )
            }
            return
        }
        let parent = FilePath(path).removingLastComponent()
        if !parent.isEmpty { try makeDirectory(parent.string) }
        do {
            guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
            try syncDirectory(of: path)
        } catch {
            throw FileError(
                .stateDirectory,
                message:
                    "\(path) cannot be created: set state.directory, or check the permissions of the folders above it",
                errno: error.fileErrno
            )
        }
    }

    /// Whether a flush error means that written data may be lost.
    static func isDamage(_ error: Errno) -> Bool { [.ioError, .noSpace, .diskQuotaExceeded].contains(error) }

    /// Whether users other than the owner may read or write a file; nil if there is no such file.
    ///
    /// - Parameter exceptGroup: Whether its group may read it.
    package static func isOpenToOthers(_ path: String, exceptGroup: Bool = false) -> Bool? {
        FileStatus(at: path).map { $0.mode & (exceptGroup ? 0o037 : 0o077) != 0 }
    }

    /// Reads at most a number of bytes.
    package static func read(_ path: String, limit: Int) throws -> [UInt8] {
        let data = try Data(contentsOf: URL(filePath: path))
        guard data.count <= limit else { throw Errno.fileTooLarge }
        return Array(data)
    }

    /// Creates a new file of mode 0600 and flushes it to the disk.
    package static func create(_ path: String, bytes: [UInt8]) throws {
        let file = try FileDescriptor.open(
            FilePath(path),
            .writeOnly,
            options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: .ownerReadWrite
        )
        try file.closeAfter {
            try file.writeAll(bytes)
            guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
    }

    /// Whether a file may take this name: not that of a folder, a device, a pipe, a socket or a process's output.
    ///
    /// Root could otherwise turn `/dev/null` or `/dev/stdout` into a file, and break the machine.
    package static func mayReplace(_ path: String) -> Bool {
        var own = stat()
        guard unsafe lstat(path, &own) == 0 else { return true }
        guard own.st_mode & S_IFMT == S_IFLNK else { return own.st_mode & S_IFMT == S_IFREG }
        // Absent is nil: a link without a target names only itself.
        guard let target = FileStatus(at: path) else { return true }
        let end = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? ""
        return target.mode & S_IFMT == S_IFREG && !end.hasPrefix("/proc/")
    }

    /// Replaces a file's content atomically, with mode 0600: after a crash it is the old or the new one.
    ///
    /// - Throws: `Errno` `fileExists` for a name that is not a file's (``mayReplace(_:)``), or the error of the disk.
    package static func replace(_ path: String, bytes: [UInt8]) throws {
        guard mayReplace(path) else { throw Errno.fileExists }
        let fresh = "\(path).\(getpid()).new"
        try? FileManager.default.removeItem(atPath: fresh)
        try create(fresh, bytes: bytes)
        guard unsafe rename(fresh, path) == 0 else { throw Errno(rawValue: errno) }
        try syncDirectory(of: path)
    }

    /// Renames a file or directory on the same disk durably, even in a power cut.
    ///
    /// - Throws: ``FileError`` `stateDirectory`.
    package static func move(_ path: String, to name: String) throws {
        do {
            guard unsafe rename(path, name) == 0 else { throw Errno(rawValue: errno) }
            try syncDirectory(of: name)
        } catch {
            throw FileError(
                .stateDirectory,
                message: "\(path) cannot be renamed (\(error.fileWords)): check the permissions of its directory",
                errno: error.fileErrno
            )
        }
    }

    /// Overwrites and deletes a secret's file; a missing file is not an error.
    ///
    /// A disk that writes to new blocks, such as flash, may keep the old one.
    ///
    /// - Throws: ``FileError`` `stateDirectory`.
    package static func erase(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            let file = try FileDescriptor.open(FilePath(path), .readWrite, options: [.closeOnExec])
            try file.closeAfter {
                let size = Int(try file.seek(offset: 0, from: .end))
                try file.writeAll(toAbsoluteOffset: 0, [UInt8](repeating: 0, count: size))
                guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
            try FileManager.default.removeItem(atPath: path)
            try syncDirectory(of: path)
        } catch {
            throw FileError(
                .stateDirectory,
                message: "\(path) cannot be deleted (\(error.fileWords)): check its permissions and the disk"
            )
        }
    }

    /// Flushes a file's directory, without which a new name is not on the disk.
    package static func syncDirectory(of path: String) throws {
        let parent = FilePath(path).removingLastComponent()
        let directory = try FileDescriptor.open(parent.isEmpty ? "." : parent, .readOnly, options: [.closeOnExec])
        try directory.closeAfter {
            guard fsync(directory.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
    }
}
