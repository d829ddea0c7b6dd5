public import VitalRecords

/// A reading has become a person's record.
public struct ReadingQueued: Codable, Sendable, Hashable {
    /// What happened to a reading that has an owner.
    public struct Outcome: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The record waits for delivery to the server.
        public static let accepted = Self(rawValue: "accepted")
        /// The session has ended, and its list has the record.
        public static let unsynced = Self(rawValue: "unsynced")

        /// The values that this version knows.
        public static let known: [Self] = [.accepted, .unsynced]
    }

    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where the reading was made.
    @CheckedID public var hub: String
    /// The reading.
    public var readingKey: ReadingKey
    /// The device, if one made it.
    @ExplicitNull public var device: DeviceID?
    /// The record; without values for seats that do not share them.
    public var record: VitalRecord
    /// The session that the record belongs to.
    @CheckedID public var sessionID: String
    /// What happened to the reading.
    public var outcome: Outcome
}

/// A reading has no owner yet.
public struct ReadingHeld: Codable, Sendable, Hashable {
    /// Always null.
    @ExplicitNull public var seat: String?
    /// Where the reading was made.
    @CheckedID public var hub: String
    /// The reading.
    public var readingKey: ReadingKey
    /// The device, if one made it.
    @ExplicitNull public var device: DeviceID?
    /// Why it is held.
    public var reason: HeldReason
    /// The seat that the reading was made for, if the producer was given one.
    public var forSeat: String?
    /// The seat that the device is assigned to, if that contradicts `forSeat`.
    public var assignedSeat: String?
    /// The values on a display, if that seat's values are shared; absent for other readings.
    public var measurements: [Measurement]?
    /// The confidence of the display's reading, from 0 to 1; absent for other readings.
    public var confidence: Double?
    /// Whether the confidence is high enough to accept the reading; absent for other readings.
    public var accepted: Bool?
    /// Why it was not accepted; absent if it was, and for other readings.
    public var reasons: [ReadingDoubt]?
    /// The display's picture, for `heldPicture`; absent if there is none.
    public var picture: PictureReference?

    /// Makes an event.
    public init(
        hub: String,
        readingKey: ReadingKey,
        device: DeviceID?,
        reason: HeldReason,
        forSeat: String? = nil,
        assignedSeat: String? = nil,
        measurements: [Measurement]? = nil,
        confidence: Double? = nil,
        accepted: Bool? = nil,
        reasons: [ReadingDoubt]? = nil,
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
        self.reasons = reasons
        self.picture = picture
    }
}

/// Why a reading waits for a person's decision.
public struct HeldReason: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The device was not assigned at the measurement's time.
    public static let noAssignment = Self(rawValue: "noAssignment")
    /// The device was read for one seat, but is assigned to another.
    public static let assignedToAnother = Self(rawValue: "assignedToAnother")
    /// The reading was requested for a seat, but measured before the request.
    public static let olderThanRequest = Self(rawValue: "olderThanRequest")
    /// The measurement's time is not known.
    public static let clockUnknown = Self(rawValue: "clockUnknown")
    /// The seat had no session at the measurement's time.
    public static let noSession = Self(rawValue: "noSession")
    /// It breaks a rule, such as a time in the future or no value.
    public static let invalid = Self(rawValue: "invalid")
    /// It is a later revision of a record that an operator has corrected, changed or deleted.
    public static let changedByHand = Self(rawValue: "changedByHand")
    /// A person has to confirm it first.
    public static let awaitsConfirmation = Self(rawValue: "awaitsConfirmation")
    /// Its values are very unusual, contradict each other, or are doubted by the device: a person confirms or corrects
    /// them.
    public static let implausible = Self(rawValue: "implausible")
    /// Its device sent equal values with an equal time before, but measured this later: a person decides whether they
    /// are two.
    public static let possibleRepeat = Self(rawValue: "possibleRepeat")
    /// It was read for another hub's seat, but no request for it is recorded.
    public static let anotherHubsSeat = Self(rawValue: "anotherHubsSeat")

    /// The values that this version knows.
    public static let known: [Self] = [
        .noAssignment, .assignedToAnother, .olderThanRequest, .clockUnknown, .noSession, .invalid, .changedByHand,
        .awaitsConfirmation, .implausible, .possibleRepeat, .anotherHubsSeat,
    ]
}
