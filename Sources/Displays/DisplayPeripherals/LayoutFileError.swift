/// What is wrong with an operator's file of layouts.
package struct LayoutFileError: Error, Hashable, Sendable {
    /// File and line where they are known, the key, and the way out.
    package let message: String

    /// Makes an error.
    package init(_ message: String) {
        self.message = message
    }
}
