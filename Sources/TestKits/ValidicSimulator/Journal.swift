import Foundation

/// The append-only file of accepted entries, one JSON object per line, written before the answer is sent.
///
/// A written line is with the kernel: it survives a killed process, but not a power cut.
final class Journal {
    private let handle: FileHandle

    /// Opens or creates the file (mode 0600) and returns its entries.
    ///
    /// It removes an incomplete last line, whose process was killed before sending the answer.
    static func open(path: String) throws -> (Journal, [JournalEntry]) {
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
                return try decoder.decode(JournalEntry.self, from: line)
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
    func append(_ entry: JournalEntry) throws {
        try handle.write(contentsOf: try JSONEncoder().encode(entry) + [0x0A])
    }

    /// Empties the file.
    func clear() throws {
        try handle.truncate(atOffset: 0)
    }
}

/// A line of the journal: a record, and the act that accepted it.
struct JournalEntry: Codable, Hashable, Sendable {
    let act: Act
    let record: SimulatedRecord
    /// Time of acceptance in milliseconds since 1970; absent in journals of earlier versions.
    let at: Int64?

    /// Makes an entry.
    init(act: Act, record: SimulatedRecord, at: Date = Date()) {
        self.act = act
        self.record = record
        self.at = Int64(at.timeIntervalSince1970 * 1_000)
    }

    /// The effect of an acceptance.
    enum Act: String, Codable, Sendable {
        case create
        case update
        case `repeat`
        case delete
    }
}
