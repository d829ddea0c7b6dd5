public import MessageBus
public import VitalRecords

extension ReaderTopics {
    /// A device sent bytes that cannot be decoded; they are kept at the hub.
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
    /// The catalogue's number.
    public var peripheralID: Int
    /// The device.
    public var device: DeviceID
    /// The UUID of the characteristic that it came by.
    public var characteristic: String
    /// How many bytes it has.
    public var length: Int
    /// What is wrong with it, as `truncated`.
    public var code: String
    /// The number of its row among the hub's raw frames, where it is kept for `frames.keep`.
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
