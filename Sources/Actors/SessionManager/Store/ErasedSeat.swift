/// What was erased of a seat.
public struct ErasedSeat: Sendable, Hashable {
    /// Records, at whatever stage of their delivery.
    public var records = 0
    /// Sessions.
    public var sessions = 0
    /// Assignments of devices.
    public var assignments = 0
    /// Held readings that were made for the seat, or by a device that was nobody else's.
    public var heldReadings = 0
    /// Held readings of devices that were other seats' too: whose they are nobody knows, so they stay.
    public var sharedHeldReadings = 0
    /// Images, sent or not; the files of those that waited are to be removed.
    public var images = 0
    /// The devices that were assigned to the seat, a thousand at most: hubs may still have raw frames of them.
    public var devices: [String] = []
}
