internal import Foundation
package import FoundationEssentials
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// The folder of this checkout, for tests that read its files.
package enum ProjectFolder {
    /// The folder of `Package.swift` above this file.
    package static let url: URL = {
        var folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            if FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) { break }
        }
        return folder
    }()

    /// A file or folder of the checkout.
    package static func file(_ path: String) -> URL { url.appending(path: path) }
}

/// Generates unused paths in the system's temporary folder, short enough for a broker's socket below them.
package enum ShortPath {
    /// The path of a file or folder that does not exist; the caller removes it.
    package static func make(_ prefix: String) -> String {
        FileManager.default.temporaryDirectory.path + "/\(prefix)-\(UUID().uuidString.prefix(8))"
    }
}

/// A temporary folder of mode 0700, removed with its last reference; its path is short enough for a broker's socket.
package final class TemporaryFolder: Sendable {
    /// The location of the folder.
    package let url: URL

    /// Creates an empty folder in the system's temporary folder.
    package init() throws {
        url = URL(filePath: ShortPath.make("vb"))
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        LastFolders.note(url.path)
    }

    deinit { LastFolders.remove(url.path) }

    /// The path of the folder.
    package var path: String { url.path }

    /// Writes a file of a mode and returns its path.
    package func write(_ name: String, text: String, mode: Int = 0o600) throws -> String {
        let file = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    /// The bytes of every file except one, excluding subfolders.
    package func contents(except name: String) throws -> [String: [UInt8]] {
        var all: [String: [UInt8]] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: url.path) where file != name {
            let path = url.appending(path: file).path
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder else { continue }
            all[file] = Array(try Data(contentsOf: url.appending(path: file)))
        }
        return all
    }
}

/// Folders that remain at the end of the process, because a task cancelled last still used or recreated them.
private enum LastFolders {
    private static let paths = Mutex<Set<String>>([])
    private static let removesAtExit = atexit { LastFolders.removeAll() } == 0

    static func note(_ path: String) {
        _ = removesAtExit
        paths.withLock { _ = $0.insert(path) }
    }

    /// Removes all folders, and retries for up to two seconds while another thread writes into one or recreates it.
    private static func removeAll() {
        let all = paths.withLock { $0 }
        for _ in 0..<100 {
            all.forEach(remove)
            usleep(20_000)
            guard all.contains(where: { FileManager.default.fileExists(atPath: $0) }) else { return }
        }
    }

    static func remove(_ path: String) {
        // The store's witness file is next to its process's folder, so that a copy of the folder does not include it.
        for one in [path, path + ".witness"] { try? FileManager.default.removeItem(atPath: one) }
    }
}
