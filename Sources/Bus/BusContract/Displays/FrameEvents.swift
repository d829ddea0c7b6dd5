public import MessageBus
public import VitalRecords

extension ReaderTopics {
    /// A device sent bytes that cannot be decoded; the hub keeps them.
    public static let frameUnreadable = Topic<FrameUnreadable>(
        "frameUnreadable",
        at: "event/frameUnreadable",
        writers: [TopicGrant(.deviceReader, reach: .own)],
        readers: TopicGrant.watchers
    )
}

/// A frame that cannot be decoded, without its bytes.
public struct FrameUnreadable: Codable, Sendable, Hashable {
    /// Always null: its person is unknown.
    @ExplicitNull public var seat: String?
    /// The hub.
    @CheckedID public var hub: String
    /// The peripheral's catalogue number.
    public var peripheralID: Int
    /// The device.
    public var device: DeviceID
    /// The UUID of the characteristic that sent it.
    public var characteristic: String
    /// The frame's size in bytes.
    public var length: Int
    /// The fault, such as `truncated`.
    public var code: String
    /// The number of its row among the hub's raw frames, which are kept for `frames.keep`.
    public var frame: Int64

    /// Makes an event.
    public init(
        hub: String,
        peripheralID: Int,
        device: DeviceID,
        characteristic: String,
        length: Int,
        code: String,
        frame: Int64
    ) {
        self.hub = hub
        self.peripheralID = peripheralID
        self.device = device
        self.characteristic = characteristic
        self.length = length
        self.code = code
        self.frame = frame
    }
}
