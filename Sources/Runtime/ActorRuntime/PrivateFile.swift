internal import FoundationEssentials
internal import Processes
internal import SystemCalls
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Files and directories that only their owner may use.
package enum PrivateFile {
    /// Makes a directory with mode 0700 unless it exists, with the directories above it, and flushes their names.
    ///
    /// A name that is only in memory takes all that was flushed below it along when the power is cut. So the name of one
    /// that is there is flushed too: who made it may have been killed before it did.
    ///
    /// - Throws: ``RuntimeError`` `stateDirectory`.
    package static func makeDirectory(_ path: String) throws {
        var isDirectory = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
            guard isDirectory else {
                throw RuntimeError(.stateDirectory, message: "\(path) is not a directory: set state.directory")
            }
            do {
                try syncDirectory(of: path)
            } catch let error as Errno where !Self.isDamage(error) {
                // Its parent may be closed to this user, or on a file system that cannot be flushed.
            } catch {
                throw RuntimeError(
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
            throw RuntimeError(
                .stateDirectory,
                message:
                    "\(path) cannot be created: set state.directory, or check the permissions of the folders above it",
                errno: error.fileErrno
            )
        }
    }

    /// Whether an error of flushing says that what was written may be lost.
    static func isDamage(_ error: Errno) -> Bool { [.ioError, .noSpace, .diskQuotaExceeded].contains(error) }

    /// Whether others than the owner may read or write a file; nil when there is no such file.
    ///
    /// - Parameter exceptGroup: Whether its group may read it.
    static func isOpenToOthers(_ path: String, exceptGroup: Bool = false) -> Bool? {
        FileStatus(at: path).map { $0.mode & (exceptGroup ? 0o037 : 0o077) != 0 }
    }

    /// Reads at most a number of bytes.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        let data = try Data(contentsOf: URL(filePath: path))
        guard data.count <= limit else { throw Errno.fileTooLarge }
        return Array(data)
    }

    /// Writes a file of mode 0600 through to the disk under a name that did not exist.
    static func create(_ path: String, bytes: [UInt8]) throws {
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

    /// Replaces a file's content as a whole, with mode 0600: after a crash it is the old or the new one.
    package static func replace(_ path: String, bytes: [UInt8]) throws {
        let fresh = "\(path).\(getpid()).new"
        try? FileManager.default.removeItem(atPath: fresh)
        try create(fresh, bytes: bytes)
        guard unsafe rename(fresh, path) == 0 else { throw Errno(rawValue: errno) }
        try syncDirectory(of: path)
    }

    /// Gives a file or directory of the same disk another name, which no power cut takes back.
    ///
    /// - Throws: ``RuntimeError`` `stateDirectory`.
    package static func move(_ path: String, to name: String) throws {
        do {
            guard unsafe rename(path, name) == 0 else { throw Errno(rawValue: errno) }
            try syncDirectory(of: name)
        } catch {
            throw RuntimeError(
                .stateDirectory,
                message: "\(path) cannot be renamed (\(error.fileWords)): check the permissions of its directory",
                errno: error.fileErrno
            )
        }
    }

    /// Deletes a secret's file, after its bytes were overwritten; none there is no error.
    ///
    /// A disk that writes elsewhere than where it read, as flash does, may keep the old block.
    ///
    /// - Throws: ``RuntimeError`` `stateDirectory`.
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
            throw RuntimeError(
                .stateDirectory,
                message: "\(path) cannot be deleted (\(error.fileWords)): check its permissions and the disk"
            )
        }
    }

    /// Flushes a file's directory: a new name is on disk only with it.
    static func syncDirectory(of path: String) throws {
        let parent = FilePath(path).removingLastComponent()
        let directory = try FileDescriptor.open(parent.isEmpty ? "." : parent, .readOnly, options: [.closeOnExec])
        try directory.closeAfter {
            guard fsync(directory.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
    }
}
