public import FoundationEssentials

/// When a state directory was backed up last, and how far its stores had come then: the file `backup.json` in it.
///
/// It is in no backup, so that one that is put back does not speak of itself.
public struct BackupRecord: Codable, Sendable, Hashable {
    private static let name = "backup.json"

    /// When the backup was begun.
    public var made: Date
    /// The marks of the stores that have one, by their paths below the state directory.
    public var marks: [String: StoreMark]

    /// Makes a record.
    public init(made: Date, marks: [String: StoreMark]) {
        self.made = made
        self.marks = marks
    }

    /// Where a state directory's record is.
    package static func path(state: String) -> String { "\(state)/\(name)" }

    /// Reads a state directory's record; nil where there was no backup, or the record is none.
    public static func read(state: String) -> BackupRecord? {
        // Absent is nil: a directory without a record was not backed up.
        guard let data = try? Data(contentsOf: URL(filePath: path(state: state))) else { return nil }
        // Absent is nil: what is torn counts as none, and a backup is asked for.
        return try? JSONDecoder().decode(BackupRecord.self, from: data)
    }

    /// Writes the record in the place of the last one.
    ///
    /// - Throws: What the file system says.
    public func write(state: String) throws {
        try JSONEncoder().encode(self).write(to: URL(filePath: Self.path(state: state)), options: .atomic)
    }

    /// Whether the backup has the store's present generation, and not the one before an older copy was accepted.
    ///
    /// - Parameter path: The store's path below the state directory.
    public func hasGeneration(of mark: StoreMark, at path: String) -> Bool {
        guard let saved = marks[path] else { return false }
        return saved.id == mark.id && saved.generation == mark.generation
    }
}
