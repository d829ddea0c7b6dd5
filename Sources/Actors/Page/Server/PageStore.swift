internal import Files
internal import FoundationEssentials
internal import Logging
internal import Synchronization

/// A JSON file of the page (mode 0600), held in memory and replaced as a whole.
final class PageStore<Content: Codable & Hashable & Sendable>: Sendable {
    private let path: String
    private let held: Mutex<Content>

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - empty: The content without a readable file.
    ///   - trouble: Logged if the file cannot be read.
    init(_ path: String, empty: Content, logger: Logger, trouble: String) {
        self.path = path
        var found = empty
        if FileManager.default.fileExists(atPath: path) {
            do {
                found = try JSONDecoder().decode(Content.self, from: Data(contentsOf: URL(filePath: path)))
            } catch {
                logger.error("\(trouble)", metadata: ["file": "\(path)"])
            }
        }
        held = Mutex(found)
    }

    /// The present content.
    var content: Content { held.withLock { $0 } }

    /// Changes the content, in the file first.
    ///
    /// - Throws: `FileError`; the content then stays as it was.
    func change(_ body: (inout Content) -> Void) throws {
        try held.withLock { held in
            var next = held
            body(&next)
            guard next != held else { return }
            try PrivateFile.replace(path, bytes: Array(try JSONEncoder().encode(next)))
            held = next
        }
    }
}
