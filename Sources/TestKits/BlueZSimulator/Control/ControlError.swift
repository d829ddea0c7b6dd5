/// Why a request of the control line was refused.
package struct ControlError: Error, Equatable, Sendable {
    /// What is wrong, and where.
    package let message: String

    /// Makes an error.
    package init(_ message: String) { self.message = message }
}
