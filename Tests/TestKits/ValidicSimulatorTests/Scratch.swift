import Foundation
import TestSupport

/// Private folders.
enum Scratch {
    static func make() throws -> URL {
        let folder = URL(filePath: ShortPath.make("vitalbus-simulator"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    static func remove(_ folder: URL) {
        try? FileManager.default.removeItem(at: folder)
    }
}
