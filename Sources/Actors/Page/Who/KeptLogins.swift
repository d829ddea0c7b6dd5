internal import ActorRuntime
internal import BusContract
internal import Files
internal import FoundationEssentials
internal import Logging
internal import SiteRecords

/// The log-ins of the page on its disk, so that they outlive a restart: of each cookie a hash alone, mode 0600.
struct KeptLogins: Sendable {
    /// The most bytes of the file.
    private static let limit = 2 << 20

    /// One browser that is logged in.
    struct Entry: Codable, Sendable, Hashable {
        /// What is kept of its cookie.
        let hash: String
        /// The account; empty for who came in with the machine's key.
        let name: String
        let role: String
        /// What is kept of the account's password when it logged in; nil with the machine's key.
        let mark: String?
        let began: Date
        var used: Date
    }

    private let path: String
    private let logger: Logger

    init(_ path: String, logger: Logger) { (self.path, self.logger) = (path, logger) }

    /// What was kept; nothing where it cannot be read, so that all log in again.
    func read() -> [Entry] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            guard data.count <= Self.limit else { return [] }
            return try JSONDecoder().decode([Entry].self, from: data)
        } catch {
            logger.warning("the log-ins of before cannot be read: all log in again", metadata: ["file": "\(path)"])
            return []
        }
    }

    /// Keeps what is so now.
    func write(_ entries: [Entry]) {
        do {
            let sorted = entries.sorted { ($0.began, $0.hash) < ($1.began, $1.hash) }
            try PrivateFile.replace(path, bytes: Array(try JSONEncoder().encode(sorted)))
        } catch {
            // They are good for as long as this process runs.
            logger.error(
                "log-ins cannot be kept: all log in again after a restart",
                metadata: ["file": "\(path)", "error": "\(error)"]
            )
        }
    }
}
