public import FoundationEssentials

/// When a state directory was last backed up, and how far its stores had come: the file `backup.json` in it.
///
/// Backups leave it out, so that a restored one does not describe itself.
public struct BackupRecord: Codable, Sendable, Hashable {
    private static let name = "backup.json"

    /// When the backup began.
    public var made: Date
    /// The marks of the stores, by their paths below the state directory.
    public var marks: [String: StoreMark]

    /// Creates a record.
    public init(made: Date, marks: [String: StoreMark]) {
        self.made = made
        self.marks = marks
    }

    /// The path of a state directory's record.
    package static func path(state: String) -> String { "\(state)/\(name)" }

    /// Reads a state directory's record; nil if there was no backup or the record is unreadable.
    public static func read(state: String) -> BackupRecord? {
        // Absent is nil: a directory without a record was not backed up.
        guard let data = try? Data(contentsOf: URL(filePath: path(state: state))) else { return nil }
        // Absent is nil: a torn record counts as none, and health then asks for a backup.
        return try? JSONDecoder().decode(BackupRecord.self, from: data)
    }

    /// Writes the record, replacing the last one.
    ///
    /// - Throws: The error of the file system.
    public func write(state: String) throws {
        try JSONEncoder().encode(self).write(to: URL(filePath: Self.path(state: state)), options: .atomic)
    }

    /// Whether the backup has the store's present generation, not one from before an older copy was accepted.
    ///
    /// - Parameter path: The store's path below the state directory.
    public func hasGeneration(of mark: StoreMark, at path: String) -> Bool {
        guard let saved = marks[path] else { return false }
        return saved.id == mark.id && saved.generation == mark.generation
    }
}
