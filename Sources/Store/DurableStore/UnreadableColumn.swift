/// A saved value that is not of its column's kind; becomes ``StoreErrorCode/unreadableRow``.
struct UnreadableColumn: Error {
    /// The column.
    let name: String
}
