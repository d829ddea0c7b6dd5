/// A place behind which an input is not read, because its bytes are none of its format or end.
package struct InputFault: Error, Hashable {
    /// The place, counted from the input's beginning.
    package let offset: UInt64
    /// What is wrong there.
    package let message: String

    /// Makes a fault.
    package init(offset: UInt64, message: String) {
        self.offset = offset
        self.message = message
    }
}
