internal import Foundation

/// A small tmpfs mounted on a folder, to test a full disk.
///
/// It requires the right to mount; tests without it are skipped.
package enum SmallDisk {
    /// The error that the disk cannot be mounted.
    package struct Failure: Error {}

    /// Mounts an empty disk on a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder, created if missing.
    ///   - size: The size as `mount` accepts it, for example `400k`.
    package static func mount(_ folder: String, size: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try run("/usr/bin/mount", arguments: ["-t", "tmpfs", "-o", "size=\(size),mode=0700", "none", folder])
    }

    /// Resizes the disk, keeping its content.
    package static func resize(_ folder: String, to size: String) throws {
        try run("/usr/bin/mount", arguments: ["-o", "remount,size=\(size)", folder])
    }

    /// Unmounts the disk, even if it is still in use.
    package static func unmount(_ folder: String) {
        try? run("/usr/bin/umount", arguments: ["-l", folder])
    }

    /// Whether this process may mount.
    package static let isPossible: Bool = {
        guard let folder = try? TemporaryFolder() else { return false }
        guard (try? mount(folder.url.path, size: "64k")) != nil else { return false }
        unmount(folder.url.path)
        return true
    }()

    private static func run(_ program: String, arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure() }
    }
}
