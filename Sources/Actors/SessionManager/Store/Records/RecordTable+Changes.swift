internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// What came of an operator's change or deletion of a record.
public enum RecordChange: Sendable, Hashable {
    /// It is the record's newest revision, now or since an earlier time that the same was asked.
    case changed(StoredRecord, isRepeat: Bool)
    /// The record has another newest revision than the caller believes.
    case otherRevision(Int)
    /// The record was deleted, or taken back from its person.
    case deleted
    /// The queue has no such record, or has it no more.
    case unknown
}

extension RecordTable {
    /// Gives a record new content by an operator's hand.
    ///
    /// While a worker holds the record, the revision waits and is delivered afterwards as an update.
    ///
    /// - Parameters:
    ///   - logID: The record.
    ///   - baseRevision: The newest revision that the operator knows.
    ///   - at: The wall clock.
    ///   - content: Makes the content of the given revision from the present one. It is called inside the transaction:
    ///     compute only. What it makes of the newest content tells a repeat.
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

    /// Deletes a record by an operator's hand: what was never sent is withdrawn, anything else is deleted at the
    /// destination.
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
