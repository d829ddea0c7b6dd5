internal import Archive
public import FoundationEssentials
internal import HealthInputs
internal import Processes
internal import SystemPackage

/// A copy of an input's content as a file that only this user can read.
struct TemporaryCopy {
    /// Databases of many years have some 100 MB; what unpacks to more than this is meant to fill the disk.
    static let largest: UInt64 = 8 << 30
    /// A database in an archive has at most so many times the archive's bytes; those of phones have less than 20 times.
    static let ratio: UInt64 = 50
    /// What any archive may unpack to, in bytes.
    static let small: UInt64 = 64 << 20
    private static let blockSize = 1 << 18

    /// Where the copy is.
    let path: String
    /// How many bytes it has.
    private(set) var size: UInt64 = 0
    /// Why the copy is not whole; nil where it is.
    private(set) var fault: String?
    private let folder: URL
    /// Says to other processes that the copy is in use; the kernel gives it back however this one ends.
    private let lock: FileLock

    /// Makes a copy.
    ///
    /// What is damaged in the archive, and what is behind it, is missing in the copy; see ``fault``.
    ///
    /// - Parameters:
    ///   - place: The folder that it is made in; nil for the system's temporary one.
    ///   - progress: Is told how many bytes are done; throws to stop.
    /// - Throws: ``HealthInputsError``, and what `progress` throws; nothing is left behind then.
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

    /// Removes the copy.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    private mutating func copy(_ input: HealthInput, _ progress: (UInt64) throws -> Void) throws {
        let file = try FileDescriptor.open(
            FilePath(path),
            .writeOnly,
            options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: [.ownerRead, .ownerWrite]
        )
        // No file has so many bytes that the product were too large for the type.
        let limit = min(Self.largest, max(Self.small, min(input.storedSize, Self.largest) * Self.ratio))
        let reserve = DiskReserve(of: folder.path)
        try file.closeAfter {
            var source = try input.content()
            var buffer = [UInt8](repeating: 0, count: Self.blockSize)
            while let count = next(&source, &buffer), count > 0 {
                size += UInt64(count)
                guard size <= limit else {
                    throw HealthInputsError(
                        code: .unsupportedInput,
                        message:
                            "the database in the archive is larger than \(limit >> 20) MiB; no person's archive unpacks to that"
                    )
                }
                guard reserve.allows(UInt64(count)) else { throw Errno.noSpace }
                try file.writeAll(buffer.prefix(count))
                try progress(size)
            }
        }
    }

    /// How many bytes came; nil where the rest is damaged.
    private mutating func next(_ source: inout any ByteSource, _ buffer: inout [UInt8]) -> Int? {
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
            HealthInputsError(code: .unreadable, message: error.message, isRetriable: error.isRetriable)
        case let error as ProcessError:
            HealthInputsError(code: .unreadable, message: error.message, isRetriable: true)
        case let error as Errno:
            HealthInputsError(
                code: .unreadable,
                message: "no copy of the database can be made in its folder: \(error.description)",
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

/// Copies of databases that processes left behind because they were killed.
///
/// They hold a person's health data, so whoever starts next takes them away.
public enum DeadCopies {
    /// How the folders of copies begin.
    static let prefix = "vitalbus-health-"
    /// The file in a folder that its process holds a lock on.
    static let lockName = "lock"

    /// Removes copies of this user that no process holds.
    ///
    /// - Parameters:
    ///   - folder: Where copies are made; nil for the system's temporary folder.
    ///   - age: Younger ones stay, in seconds: one that is being made has no lock yet.
    /// - Returns: How many were removed.
    @discardableResult
    public static func sweep(_ folder: URL? = nil, olderThan age: TimeInterval = 60) -> Int {
        let manager = FileManager.default
        let folder = folder ?? manager.temporaryDirectory
        let names = (try? manager.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.count { name in
            let path = folder.appending(path: name).path
            guard isOurs(path, olderThan: age) else { return false }
            // Held until the folder is gone.
            guard let lock = try? FileLock(path + "/" + lockName) else { return false }
            return withExtendedLifetime(lock) { (try? manager.removeItem(atPath: path)) != nil }
        }
    }

    /// Whether it is a folder, and no link to one, of this user.
    private static func isOurs(_ path: String, olderThan age: TimeInterval) -> Bool {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid() else {
            return false
        }
        return Double(time(nil)) - Double(facts.st_mtim.tv_sec) >= age
    }
}
