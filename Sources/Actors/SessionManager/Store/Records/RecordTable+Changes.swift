internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The result of an operator's change or deletion of a record.
public enum RecordChange: Sendable, Hashable {
    /// The record's newest revision has the change, from this request or from an earlier identical one.
    case changed(StoredRecord, isRepeat: Bool)
    /// The record's newest revision is not the one the caller expected.
    case otherRevision(Int)
    /// The record was deleted or taken back from its person.
    case deleted
    /// The queue does not have the record, or no longer has it.
    case unknown
}

extension RecordTable {
    /// Gives a record new content at an operator's request.
    ///
    /// While a worker holds the record, the revision waits and is delivered afterwards as an update.
    ///
    /// - Parameters:
    ///   - logID: The record.
    ///   - baseRevision: The newest revision that the operator knows.
    ///   - at: The wall clock.
    ///   - content: Makes the given revision's content from the present one. It runs inside the transaction: only
    ///     compute. If it reproduces the newest content, the request is a repeat.
    public func update(
        logID: String,
        baseRevision: Int,
        at: Date,
        content: @escaping @Sendable (_ present: Data, _ revision: Int) throws -> Data
    ) async throws -> RecordChange {
        try await transaction(at: at) { step in
            guard var record = try StoredRecord.fetchFirst(step.database, logID: logID) else { return .unknown }
            guard !record.entry.isToBeDeleted else { return .deleted }
            let newest = record.entry.newestRevision
            let present = record.waitingRecord ?? record.record
            if newest == baseRevision {
                let next = try content(present, newest + 1)
                _ = try step.supersede(&record, by: newest + 1, with: next)
                return .changed(record, isRepeat: false)
            }
            let isRepeat = try newest - 1 == baseRevision && content(present, newest) == present
            return isRepeat ? .changed(record, isRepeat: true) : .otherRevision(newest)
        }
    }

    /// Deletes a record at an operator's request.
    ///
    /// A record that was never sent is withdrawn; any other is deleted at the destination.
    ///
    /// A deletion that the destination refused is tried again.
    public func delete(logID: String, baseRevision: Int, at: Date) async throws -> RecordChange {
        try await transaction(at: at) { step in
            guard var record = try StoredRecord.fetchFirst(step.database, logID: logID) else { return .unknown }
            if record.entry.isToBeDeleted {
                let actions = try step.resubmit(&record)
                return .changed(record, isRepeat: !actions.contains(.persist))
            }
            let newest = record.entry.newestRevision
            guard newest == baseRevision else { return .otherRevision(newest) }
            _ = try step.supersede(&record, by: newest + 1, with: nil)
            return .changed(record, isRepeat: false)
        }
    }
}
