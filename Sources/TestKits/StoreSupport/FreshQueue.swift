internal import Foundation
internal import QueueStore
internal import StoreEngine

/// The file of a new queue, made once in a process: a copy is there at once, while making its tables takes as long as a test.
package enum FreshQueue {
    private static let template = Task {
        let folder = try StoreFixture()
        let path = folder.path("queue.sqlite")
        let store = try await QueueStore.open(StoreConfiguration(path: path), notifications: PlainNotifications())
        try await store.close()
        let file = try Data(contentsOf: URL(filePath: path))
        folder.remove()
        return file
    }

    /// Copies the file of a new queue to a path that does not exist.
    ///
    /// - Throws: `StoreError`, or the file system's error.
    package static func place(at path: String) async throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        let file = try await template.value
        try file.write(to: URL(filePath: path))
    }
}
