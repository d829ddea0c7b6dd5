package import Foundation

/// The shared photos of displays, found above the sources, or nil where they are absent.
package enum OCRFixtures {
    /// Their folder.
    package static let folder: URL? = {
        var folder = URL(filePath: #filePath)
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let found = folder.appending(path: "shared/fixtures/ocr")
            if FileManager.default.fileExists(atPath: found.path) { return found }
        }
        return nil
    }()
}
