public import MessageBus

/// One child process of a hub.
public struct ChildSpec: Sendable, Hashable {
    /// When it starts.
    public enum Phase: Sendable, Hashable, CaseIterable {
        /// With the broker: it needs no radio.
        case site
        /// After the site's actors: it talks to BlueZ.
        case radio
    }

    /// The name in logs and tables, for example `uploader-u1`.
    public let name: String
    /// The actor's role.
    public let role: BusRole
    /// When it starts.
    public let phase: Phase
    /// The executable's path.
    public let executable: String
    /// The arguments; never a secret.
    public let arguments: [String]
    /// The file that its output is appended to.
    public let log: String
}
