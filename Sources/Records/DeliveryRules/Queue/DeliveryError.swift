/// Why a destination refused a record, or why it is sent again later.
public struct DeliveryError: Sendable, Hashable, Codable {
    /// A stable code for programs, for example `http422`.
    public var code: String
    /// What happened and how to fix it, for people.
    ///
    /// It never contains a payload or a secret.
    public var message: String

    /// Creates an error.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}
