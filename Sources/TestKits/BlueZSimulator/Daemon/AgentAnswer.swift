/// What an agent answered.
package enum AgentAnswer: Equatable, Sendable {
    /// Yes.
    case accepted
    /// A passkey.
    case passkey(UInt32)
    /// An error by its D-Bus name.
    case error(String)
}
