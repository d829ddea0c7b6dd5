import Foundation

/// Private folders.
enum Scratch {
    static func make() throws -> URL {
        let folder = URL(filePath: "/tmp/vitalbus-simulator-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    static func remove(_ folder: URL) {
        try? FileManager.default.removeItem(at: folder)
    }
}
