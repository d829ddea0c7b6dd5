package import Foundation

/// The shared fixtures of health inputs, found above the sources, or nil where they are absent.
package enum SharedFixtures {
    /// Their folder.
    package static let folder: URL? = {
        var folder = URL(filePath: #filePath)
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let found = folder.appending(path: "shared/fixtures/health")
            if FileManager.default.fileExists(atPath: found.path) { return found }
        }
        return nil
    }()

    /// The bytes of a file.
    package static func bytes(_ path: String) throws -> [UInt8] {
        guard let folder else { return [] }
        return Array(try Data(contentsOf: folder.appending(path: path)))
    }

    /// The paths of the files of a folder.
    package static func files(_ path: String) throws -> [String] {
        guard let folder else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
            .map { path + "/" + $0 }
    }

    /// The truth of the synthetic files.
    package static func truth() throws -> SharedTruth {
        try JSONDecoder().decode(SharedTruth.self, from: Data(try bytes("other-synthetic/truth.json")))
    }
}
