import Foundation

/// Files that are not shipped, found above the sources.
enum SharedFixtures {
    /// The folder with the health fixtures, or nil where it is absent.
    static let folder: URL? = {
        var folder = URL(filePath: #filePath)
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let place = folder.appending(path: "shared/fixtures/health")
            if FileManager.default.fileExists(atPath: place.path) { return place }
        }
        return nil
    }()
}
