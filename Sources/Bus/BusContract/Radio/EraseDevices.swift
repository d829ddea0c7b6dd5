/// Names a seat whose persons' traces are erased at a hub's reader.
public struct EraseDevices: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// All assignments of the devices that are or were the seat's, other seats' too, 200 at most.
    public var assignments: [AssignmentView]
    /// Whether the adapter forgets the seat's devices, which have to be paired again then; false when absent.
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
    /// Raw frames that were erased.
    public var frames: Int
    /// Readings that were erased before the session manager had them.
    public var readings: Int
    /// Raw frames of shared devices that stay, because they are not the seat's for certain.
    public var keptFrames: Int
    /// Readings of the devices that go on waiting for the session manager: another person's, or nobody's yet.
    public var keptReadings: Int
    /// How many devices the adapter has forgotten.
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
