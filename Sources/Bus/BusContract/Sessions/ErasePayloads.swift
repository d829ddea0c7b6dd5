public import VitalRecords

/// Names the seat whose persons are erased.
public struct EraseSeat: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// Whether to only check that erasing is allowed: nothing is erased and all counts are 0.
    ///
    /// False when absent.
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
    /// Records in any state of delivery; records that the cloud service already has stay there.
    public var records: Int
    /// Sessions.
    public var sessions: Int
    /// Assignments of devices.
    public var assignments: Int
    /// Held readings that were made for the seat, or by a device that belonged to no other seat.
    public var heldReadings: Int
    /// Held readings that stay, because other seats had their devices too: confirm or discard them.
    public var sharedHeldReadings: Int
    /// The devices of the seat.
    ///
    /// `eraseDevices`, which comes before this request, erases what their hubs have.
    public var devices: [DeviceID]
    /// Waiting images, with their files.
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
