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
