internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import SiteAuthority

/// Stores the page's log-ins on disk (mode 0600), so that they survive a restart; only a hash of each cookie is stored.
struct KeptLogins: Sendable {
    /// The largest file accepted, in bytes.
    private static let limit = 2 << 20

    /// One logged-in browser.
    struct Entry: Codable, Sendable, Hashable {
        /// The hash of its cookie.
        let hash: String
        /// The account's name; empty for a log-in with the machine's key.
        let name: String
        let role: String
        /// The mark of the account's password at log-in; nil for the machine's key.
        let mark: String?
        let began: Date
        var used: Date
    }

    private let path: String
    private let logger: Logger

    init(_ path: String, logger: Logger) { (self.path, self.logger) = (path, logger) }

    /// The stored log-ins; empty if unreadable, which makes all users log in again.
    func read() -> [Entry] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            guard data.count <= Self.limit else { return [] }
            return try JSONDecoder().decode([Entry].self, from: data)
        } catch {
            logger.warning("cannot read the stored log-ins: all users must log in again", metadata: ["file": "\(path)"])
            return []
        }
    }

    /// Stores the current log-ins.
    func write(_ entries: [Entry]) {
        do {
            let sorted = entries.sorted { ($0.began, $0.hash) < ($1.began, $1.hash) }
            try PrivateFile.replace(path, bytes: Array(try JSONEncoder().encode(sorted)))
        } catch {
            // The log-ins stay valid while this process runs.
            logger.error(
                "cannot store log-ins: all users must log in again after a restart",
                metadata: ["file": "\(path)", "error": "\(error)"]
            )
        }
    }
}
