internal import DeliveryRules
internal import Foundation
internal import SiteRecords
internal import Synchronization

/// Knows how far the last backup of the store reaches, as the command that made it noted.
final class BackupWatch: Sendable {
    private let state: String
    private let path: String
    private let changes: FileChanges
    private let known = Mutex<(age: String, record: BackupRecord?)?>(nil)

    /// Watches the note of a state directory.
    ///
    /// - Parameter folder: The session manager's own folder in it.
    init(folder: URL) {
        state = folder.deletingLastPathComponent().path
        path = "\(folder.lastPathComponent)/session-manager.sqlite"
        changes = FileChanges([BackupRecord.path(state: state)])
    }

    /// How many commits of the store the last backup has; nil if no backup was ever made.
    ///
    /// After a restore it has none until the next backup: what producers hand over meanwhile could be lost once more.
    func commits(of mark: StoreMark) -> Int64? {
        guard let record else { return mark.generation > 1 ? 0 : nil }
        return record.hasGeneration(of: mark, at: path) ? record.marks[path]?.counter : 0
    }

    /// Each reply asks, and a backup comes once a day: the file is read when it has changed.
    private var record: BackupRecord? {
        let age = changes.ages
        return known.withLock { known in
            if let known, known.age == age { return known.record }
            let record = BackupRecord.read(state: state)
            known = (age, record)
            return record
        }
    }
}
