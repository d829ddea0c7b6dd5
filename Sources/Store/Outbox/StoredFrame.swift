public import FoundationEssentials

/// Bytes as a device sent them, saved before anything decodes them.
public struct StoredFrame: Sendable, Hashable, Identifiable {
    /// The row's number, in the order of arrival.
    public let id: Int64
    /// The device's UUID.
    public let device: String
    /// The GATT characteristic, or the advert's kind.
    public let characteristic: String
    /// The bytes.
    public let bytes: Data
    /// When they came.
    public let receivedAt: Date
}
