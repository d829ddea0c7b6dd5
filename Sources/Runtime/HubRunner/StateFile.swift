internal import FoundationEssentials
internal import Processes

/// A small file of a hub's state directory.
enum StateFile {
    /// Reads a whole file; nil if there is none.
    ///
    /// - Throws: ``HubRunnerError`` `files` for an existing file that is unreadable, because treating it as missing
    ///   would overwrite it.
    static func read(_ path: String) throws(HubRunnerError) -> [UInt8]? {
        do {
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            guard FileManager.default.fileExists(atPath: path) else { return nil }
            let words = error.fileWords
            throw HubRunnerError(
                .files,
                message: "\(path) cannot be read: check its permissions and the disk (\(words))"
            )
        }
    }
}
