/// Why a destination refused a record, or why it is sent again later.
public struct DeliveryError: Sendable, Hashable, Codable {
    /// A stable word for programs, for example `http422`.
    public var code: String
    /// What happened and what helps, for people.
    ///
    /// Never a payload or a secret.
    public var message: String

    /// Makes an error.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}
