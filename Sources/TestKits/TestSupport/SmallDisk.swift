internal import Foundation

/// A disk that can be really full: a small tmpfs, mounted over a folder.
///
/// Only where the tests may mount; elsewhere a test says so as its reason to be skipped.
package enum SmallDisk {
    /// The disk cannot be mounted.
    package struct Failure: Error {}

    /// Mounts an empty disk over a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is made if it is missing.
    ///   - size: What `mount` takes, for example `400k`.
    package static func mount(_ folder: String, size: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try run("/usr/bin/mount", ["-t", "tmpfs", "-o", "size=\(size),mode=0700", "none", folder])
    }

    /// Makes the disk larger or smaller; what it holds stays.
    package static func resize(_ folder: String, to size: String) throws {
        try run("/usr/bin/mount", ["-o", "remount,size=\(size)", folder])
    }

    /// Takes the disk away, also one that is still in use.
    package static func unmount(_ folder: String) {
        try? run("/usr/bin/umount", ["-l", folder])
    }

    /// Whether this process may mount.
    package static let isPossible: Bool = {
        guard let folder = try? TemporaryFolder() else { return false }
        guard (try? mount(folder.url.path, size: "64k")) != nil else { return false }
        unmount(folder.url.path)
        return true
    }()

    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure() }
    }
}
