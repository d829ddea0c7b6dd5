/// Names a seat whose persons' data is erased at a hub's reader.
public struct EraseDevices: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// All assignments of the seat's present and past devices, also to other seats; at most 200.
    public var assignments: [AssignmentView]
    /// Whether the adapter forgets the seat's devices, which then need to be paired again; false when absent.
    public var forgetPairing: Bool?

    /// Makes a request.
    public init(seat: String, assignments: [AssignmentView], forgetPairing: Bool? = nil) {
        self.seat = seat
        self.assignments = assignments
        self.forgetPairing = forgetPairing
    }
}

/// What a hub's reader has erased.
public struct DevicesErased: Codable, Sendable, Hashable {
    /// The hub.
    @CheckedID public var hub: String
    /// The number of raw frames erased.
    public var frames: Int
    /// The number of readings erased before the session manager had them.
    public var readings: Int
    /// The number of raw frames kept, because another person may have measured them on a shared device.
    public var keptFrames: Int
    /// Readings of these devices that still wait for the session manager: another person's, or without an owner.
    public var keptReadings: Int
    /// The number of devices that the adapter has forgotten.
    public var forgotten: Int

    /// Makes a reply.
    public init(hub: String, frames: Int, readings: Int, keptFrames: Int, keptReadings: Int, forgotten: Int) {
        self.hub = hub
        self.frames = frames
        self.readings = readings
        self.keptFrames = keptFrames
        self.keptReadings = keptReadings
        self.forgotten = forgotten
    }
}
