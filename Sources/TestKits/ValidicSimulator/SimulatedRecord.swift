/// A record that the simulated server holds.
struct SimulatedRecord: Codable, Hashable, Sendable {
    /// The server's id.
    let id: String
    /// The API that made it: `inform` or `legacy`.
    let api: String
    let organization: String
    /// The user's `uid`.
    let user: String
    /// The path's type, as `measurements` or `biometrics`.
    let type: String
    /// The client's id.
    let logID: String
    /// The record as it was sent.
    var content: JSONValue
}
