/// What ended sessions left at a seat.
public struct SeatLeftover: Sendable, Hashable {
    /// Why the seat's last session ended.
    public var endReason: String?
    /// How many records are not at the destination for certain, and go on under no other session.
    public var unsynced = 0
}
