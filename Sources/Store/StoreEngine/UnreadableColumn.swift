/// A saved value that is not of its column's kind; becomes ``StoreErrorCode/unreadableRow``.
package struct UnreadableColumn: Error {
    /// The column.
    package let name: String

    /// Names a column.
    package init(name: String) { self.name = name }
}
