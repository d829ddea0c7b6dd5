public import VitalRecords

/// A reading is a person's record now.
public struct ReadingQueued: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where the reading was made.
    public var hub: String
    /// The reading.
    public var readingKey: ReadingKey
    /// The device, if one made it.
    @ExplicitNull public var device: DeviceID?
    /// The record; without values for seats that do not share them.
    public var record: VitalRecord
    /// The session that has it.
    public var sessionID: String
    /// `accepted`, or `unsynced`: that session has ended, and the record waits in its list.
    public var outcome: String

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        readingKey: ReadingKey,
        device: DeviceID?,
        record: VitalRecord,
        sessionID: String,
        outcome: String
    ) {
        self.seat = seat
        self.hub = hub
        self.readingKey = readingKey
        self.device = device
        self.record = record
        self.sessionID = sessionID
        self.outcome = outcome
    }
}

/// A reading belongs to nobody yet.
public struct ReadingHeld: Codable, Sendable, Hashable {
    /// Always null.
    @ExplicitNull public var seat: String?
    /// Where the reading was made.
    public var hub: String
    /// The reading.
    public var readingKey: ReadingKey
    /// The device, if one made it.
    @ExplicitNull public var device: DeviceID?
    /// `noAssignment`, `assignedToAnother`, `olderThanRequest`, `clockUnknown`, `noSession`, `invalid`,
    /// `changedByHand`, `awaitsConfirmation`.
    public var reason: String
    /// The seat that it was made for, where the producer was told one.
    public var forSeat: String?
    /// Whose the device is by its assignment, where that speaks against `forSeat`.
    public var assignedSeat: String?
    /// The values of a display, where that seat's values are shared; absent for other readings.
    public var measurements: [Measurement]?
    /// How certain a display was read, from 0 to 1; absent for other readings.
    public var confidence: Double?
    /// Whether that is certain enough to be taken for right; absent for other readings.
    public var accepted: Bool?
    /// The display's picture, for `heldPicture`; absent where there is none.
    public var picture: PictureReference?

    /// Makes an event.
    public init(
        hub: String,
        readingKey: ReadingKey,
        device: DeviceID?,
        reason: String,
        forSeat: String? = nil,
        assignedSeat: String? = nil,
        measurements: [Measurement]? = nil,
        confidence: Double? = nil,
        accepted: Bool? = nil,
        picture: PictureReference? = nil
    ) {
        self.hub = hub
        self.readingKey = readingKey
        self.device = device
        self.reason = reason
        self.forSeat = forSeat
        self.assignedSeat = assignedSeat
        self.measurements = measurements
        self.confidence = confidence
        self.accepted = accepted
        self.picture = picture
    }
}
