internal import Files
internal import FoundationEssentials
internal import Logging
internal import Synchronization

/// A JSON file of the page (mode 0600), held in memory and replaced as a whole.
///
/// A file that cannot be read gets another name, so that the next change does not overwrite it.
final class PageStore<Content: Codable & Hashable & Sendable>: Sendable {
    private let path: String
    /// Whether an unreadable file still has the store's name, so that nothing can be stored.
    private let isBlocked: Bool
    private let held: Mutex<Content>

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - empty: The content without a readable file.
    ///   - trouble: Logged if the file cannot be read.
    init(_ path: String, empty: Content, now: Date, logger: Logger, trouble: String) {
        self.path = path
        var (found, isBlocked) = (empty, false)
        if FileManager.default.fileExists(atPath: path) {
            do {
                found = try JSONDecoder().decode(Content.self, from: Data(contentsOf: URL(filePath: path)))
            } catch {
                let aside = AsideFiles.setAside(path, now: now)
                isBlocked = aside == nil
                logger.error("\(trouble)", metadata: ["file": "\(path)", "setAside": "\(aside ?? "not possible")"])
            }
        }
        self.isBlocked = isBlocked
        held = Mutex(found)
    }

    /// The present content.
    var content: Content { held.withLock { $0 } }

    /// Changes the content, in the file first.
    ///
    /// - Throws: `FileError`, also if an unreadable file could not be set aside; the content then stays as it was.
    func change(_ body: (inout Content) -> Void) throws {
        try held.withLock { held in
            var next = held
            body(&next)
            guard next != held else { return }
            guard !isBlocked else {
                throw FileError(.stateDirectory, message: "\(path) cannot be read: rename it, then restart the page")
            }
            try PrivateFile.replace(path, bytes: Array(try JSONEncoder().encode(next)))
            held = next
        }
    }
}
