import Foundation

/// The append-only file of accepted entries, one JSON object per line, written before the answer is sent.
///
/// A written line is with the kernel: it survives a killed process, but not a power cut.
package final class Journal<Entry: Codable> {
    private let handle: FileHandle

    /// Opens or creates the file (mode 0600) and returns its entries.
    ///
    /// It removes an incomplete last line, whose process was killed before sending the answer.
    ///
    /// - Throws: ``SimulatorError`` if it cannot be made or is damaged.
    package static func open(path: String) throws -> (Journal, [Entry]) {
        let manager = FileManager.default
        if !manager.fileExists(atPath: path) {
            guard manager.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
                throw SimulatorError(.journal, message: "The journal \(path) cannot be made.")
            }
        }
        let data = try Data(contentsOf: URL(filePath: path))
        let whole = data.lastIndex(of: 0x0A).map { data[...$0] } ?? Data()
        let decoder = JSONDecoder()
        let entries = try whole.split(separator: 0x0A).enumerated().map { number, line in
            do {
                return try decoder.decode(Entry.self, from: line)
            } catch {
                throw SimulatorError(.journal, message: "Line \(number + 1) of the journal \(path) is damaged.")
            }
        }
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        try handle.truncate(atOffset: UInt64(whole.count))
        return (Journal(handle), entries)
    }

    private init(_ handle: FileHandle) {
        self.handle = handle
    }

    /// Appends a line.
    package func append(_ entry: Entry) throws {
        try handle.write(contentsOf: try JSONEncoder().encode(entry) + [0x0A])
    }

    /// Empties the file.
    package func clear() throws {
        try handle.truncate(atOffset: 0)
    }
}
