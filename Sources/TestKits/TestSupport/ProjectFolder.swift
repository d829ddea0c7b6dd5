package import Foundation

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
