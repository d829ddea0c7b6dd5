/// What a test waited for did not come.
package struct NeverHappened: Error {
    /// What was waited for.
    package let what: String

    /// Names what was waited for.
    package init(what: String) {
        self.what = what
    }
}
