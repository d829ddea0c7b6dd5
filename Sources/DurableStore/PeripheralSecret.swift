public import FoundationEssentials

/// Something that only one device knows and wants to hear, sealed: a key, or a scale user's consent.
public struct PeripheralSecret: Sendable, Hashable {
    /// What it is, for example `consent`.
    public var kind: String
    /// The device's number for its user; -1 where the device has no users.
    public var userIndex: Int
    /// The sealed bytes, opaque to the store.
    public var sealed: Data
    /// When it was stored.
    public var at: Date

    /// Makes a secret.
    public init(kind: String, userIndex: Int, sealed: Data, at: Date) {
        self.kind = kind
        self.userIndex = userIndex
        self.sealed = sealed
        self.at = at
    }
}
