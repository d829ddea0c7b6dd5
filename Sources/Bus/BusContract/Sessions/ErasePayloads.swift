public import VitalRecords

/// Names the seat whose persons are erased.
public struct EraseSeat: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// Whether nothing is erased yet, only looked whether it may be: all counts are 0; false when absent.
    public var checkOnly: Bool?

    /// Makes a request.
    public init(seat: String, checkOnly: Bool? = nil) {
        self.seat = seat
        self.checkOnly = checkOnly
    }
}

/// What the session manager has erased of a seat.
public struct SeatErased: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// Records, at whatever stage of their delivery; what has arrived at the cloud service stays there.
    public var records: Int
    /// Sessions.
    public var sessions: Int
    /// Assignments of devices.
    public var assignments: Int
    /// Held readings that were made for the seat, or by a device that was nobody else's.
    public var heldReadings: Int
    /// Held readings that stay, because their devices were other seats' too: confirm or discard them.
    public var sharedHeldReadings: Int
    /// The devices that were the seat's; what their hubs still have is erased by `eraseDevices`, asked for before this.
    public var devices: [DeviceID]
    /// Images that waited, with their files.
    public var images: Int?

    /// Makes a reply.
    public init(
        seat: String,
        records: Int,
        sessions: Int,
        assignments: Int,
        heldReadings: Int,
        sharedHeldReadings: Int,
        devices: [DeviceID],
        images: Int? = nil
    ) {
        self.seat = seat
        self.records = records
        self.sessions = sessions
        self.assignments = assignments
        self.heldReadings = heldReadings
        self.sharedHeldReadings = sharedHeldReadings
        self.devices = devices
        self.images = images
    }
}
