internal import Archive
public import FoundationEssentials
internal import HealthInputs
internal import Processes
internal import SystemPackage

/// A copy of an input's content as a file that only this user can read.
struct TemporaryCopy {
    /// The largest copy in bytes; databases of many years have about 100 MB, so a larger one is an attempt to fill the
    /// disk.
    static let largest: UInt64 = 8 << 30
    /// The largest ratio of a database to its archive; those from phones stay below 20.
    static let ratio: UInt64 = 50
    /// The size that any archive may unpack to, in bytes.
    static let small: UInt64 = 64 << 20
    private static let blockSize = 1 << 18

    /// The path of the copy.
    let path: String
    /// The size of the copy in bytes.
    private(set) var size: UInt64 = 0
    /// Why the copy is incomplete; nil if it is complete.
    private(set) var fault: String?
    private let folder: URL
    /// Tells other processes that the copy is in use; the kernel releases it however this process ends.
    private let lock: FileLock

    /// Copies the content of an input.
    ///
    /// Data after damage in the archive is missing from the copy; see ``fault``.
    ///
    /// - Parameters:
    ///   - place: The folder for the copy; nil for the system's temporary folder.
    ///   - progress: Called with the number of bytes copied; throw to stop.
    /// - Throws: ``HealthInputsError``, and what `progress` throws; in either case no file remains.
    init(of input: HealthInput, in place: URL? = nil, _ progress: (UInt64) throws -> Void) throws {
        let name = DeadCopies.prefix + UUID().uuidString
        folder = (place ?? FileManager.default.temporaryDirectory).appending(path: name)
        path = folder.appending(path: "health_connect_export.db").path
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            lock = try FileLock(folder.appending(path: DeadCopies.lockName).path)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw Self.meaning(of: error)
        }
        do {
            try copy(input, progress)
        } catch {
            remove()
            throw Self.meaning(of: error)
        }
    }

    /// Removes the copy and its folder.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    private mutating func copy(_ input: HealthInput, _ progress: (UInt64) throws -> Void) throws {
        let file = try FileDescriptor.open(
            FilePath(path),
            .writeOnly,
            options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: [.ownerRead, .ownerWrite]
        )
        // The product cannot overflow, because the stored size is clamped to `largest`.
        let limit = min(Self.largest, max(Self.small, min(input.storedSize, Self.largest) * Self.ratio))
        let reserve = DiskReserve(of: folder.path)
        try file.closeAfter {
            var source = try input.content()
            var buffer = [UInt8](repeating: 0, count: Self.blockSize)
            while let count = next(&source, buffer: &buffer), count > 0 {
                size += UInt64(count)
                guard size <= limit else {
                    throw HealthInputsError(
                        .unsupportedInput,
                        message:
                            "the database in the archive is larger than \(limit >> 20) MiB; too large for a person's archive"
                    )
                }
                guard reserve.allows(UInt64(count)) else { throw Errno.noSpace }
                try file.writeAll(buffer.prefix(count))
                try progress(size)
            }
        }
    }

    /// Reads a block and returns its length; nil if the rest is damaged.
    private mutating func next(_ source: inout any ByteSource, buffer: inout [UInt8]) -> Int? {
        do throws(ArchiveError) {
            return try source.read(into: &buffer, from: 0)
        } catch {
            fault = error.message
            return nil
        }
    }

    private static func meaning(of error: any Error) -> any Error {
        switch error {
        case let error as ArchiveError:
            HealthInputsError(.unreadable, message: error.message, isRetriable: error.isRetriable)
        case let error as ProcessError:
            HealthInputsError(.unreadable, message: error.message, isRetriable: true)
        case let error as Errno:
            HealthInputsError(
                .unreadable,
                message: "could not copy the database to its folder: \(error.description)",
                isRetriable: true
            )
        default: error
        }
    }
}

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Temporary database copies that killed processes left behind.
///
/// They hold a person's health data, so the next process to start removes them.
public enum DeadCopies {
    /// The prefix of the names of copy folders.
    static let prefix = "vitalbus-health-"
    /// The file in a folder that its owner keeps locked.
    static let lockName = "lock"

    /// Removes this user's copies that no process has locked.
    ///
    /// - Parameters:
    ///   - folder: The folder of copies; nil for the system's temporary folder.
    ///   - age: The minimum age in seconds; a copy that was just started has no lock yet.
    /// - Returns: The number of copies removed.
    @discardableResult
    public static func sweep(_ folder: URL? = nil, olderThan age: TimeInterval = 60) -> Int {
        let manager = FileManager.default
        let folder = folder ?? manager.temporaryDirectory
        // Cleanup: the next sweep removes the rest.
        let names = (try? manager.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.count { name in
            let path = folder.appending(path: name).path
            guard isOurs(path, olderThan: age) else { return false }
            // Held until the folder is removed.
            guard let lock = try? FileLock(path + "/" + lockName) else { return false }
            return withExtendedLifetime(lock) { (try? manager.removeItem(atPath: path)) != nil }
        }
    }

    /// Whether a path is a real folder, not a link, of this user.
    private static func isOurs(_ path: String, olderThan age: TimeInterval) -> Bool {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid() else {
            return false
        }
        return Double(time(nil)) - Double(facts.st_mtim.tv_sec) >= age
    }
}
