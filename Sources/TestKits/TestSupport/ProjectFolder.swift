internal import Foundation
package import FoundationEssentials

/// The folder of this checkout, for what tests read of it.
package enum ProjectFolder {
    /// The folder that has `Package.swift`, found above this file.
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

/// A folder of mode 0700 that is removed with its last reference.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let url: URL

    /// Makes an empty folder below the system's temporary one.
    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "vitalbus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The bytes of every file in it but one; folders in it are passed over.
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
