internal import DeliveryRules
internal import Foundation
internal import SiteRecords
internal import Synchronization

/// Knows how many commits the last backup of the store covers, from the note that the backup command wrote.
final class BackupWatch: Sendable {
    private let state: String
    private let path: String
    private let changes: FileChanges
    private let known = Mutex<(age: String, record: BackupRecord?)?>(nil)

    /// Watches the backup note in a state directory.
    ///
    /// - Parameter folder: The session manager's own folder in that directory.
    init(folder: URL) {
        state = folder.deletingLastPathComponent().path
        path = "\(folder.lastPathComponent)/session-manager.sqlite"
        changes = FileChanges([BackupRecord.path(state: state)])
    }

    /// How many commits of the store the last backup has; nil if no backup was ever made.
    ///
    /// After a restore the count is nil until the next backup: readings that producers hand over meanwhile could be
    /// lost again.
    func commits(of mark: StoreMark) -> Int64? {
        guard let record else { return mark.generation > 1 ? 0 : nil }
        return record.hasGeneration(of: mark, at: path) ? record.marks[path]?.counter : 0
    }

    /// Every reply reads this, but a backup comes once a day, so the file is read again only after it has changed.
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
