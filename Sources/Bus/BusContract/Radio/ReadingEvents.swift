public import VitalRecords

/// A reading is a person's record now.
public struct ReadingQueued: Codable, Sendable, Hashable {
    /// What became of a reading that is a person's.
    public struct Outcome: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Its record waits for the server.
        public static let accepted = Self(rawValue: "accepted")
        /// Its session has ended, and the record waits in its list.
        public static let unsynced = Self(rawValue: "unsynced")

        /// The words of this version.
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
    /// The session that has it.
    @CheckedID public var sessionID: String
    /// What became of it.
    public var outcome: Outcome

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        readingKey: ReadingKey,
        device: DeviceID?,
        record: VitalRecord,
        sessionID: String,
        outcome: Outcome
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
    @CheckedID public var hub: String
    /// The reading.
    public var readingKey: ReadingKey
    /// The device, if one made it.
    @ExplicitNull public var device: DeviceID?
    /// Why it is held.
    public var reason: HeldReason
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
    /// Why it is not; absent where it is, and for other readings.
    public var reasons: [ReadingDoubt]?
    /// The display's picture, for `heldPicture`; absent where there is none.
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

/// Why a reading waits for a person.
public struct HeldReason: ContractWord {
    /// The word on the wire.
    public let rawValue: String

    /// Carries a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The device is not assigned at the measurement's time.
    public static let noAssignment = Self(rawValue: "noAssignment")
    /// It was read for one seat, and the device is another's.
    public static let assignedToAnother = Self(rawValue: "assignedToAnother")
    /// It was read for a seat, and measured before that was asked for.
    public static let olderThanRequest = Self(rawValue: "olderThanRequest")
    /// The measurement's time is not known.
    public static let clockUnknown = Self(rawValue: "clockUnknown")
    /// The seat had no session at the measurement's time.
    public static let noSession = Self(rawValue: "noSession")
    /// Something in it breaks the rules: a time in the future, no value.
    public static let invalid = Self(rawValue: "invalid")
    /// It is a later revision of what an operator has corrected, changed or deleted.
    public static let changedByHand = Self(rawValue: "changedByHand")
    /// A person is to confirm it first.
    public static let awaitsConfirmation = Self(rawValue: "awaitsConfirmation")
    /// Its values are very unusual, they contradict each other, or its device doubts them: a person confirms or corrects them.
    public static let implausible = Self(rawValue: "implausible")
    /// Its device sent equal values with an equal time before, and measured it later: a person says whether they are two.
    public static let possibleRepeat = Self(rawValue: "possibleRepeat")
    /// It was read for another hub's seat, although no request for it is recorded.
    public static let anotherHubsSeat = Self(rawValue: "anotherHubsSeat")

    /// The words of this version.
    public static let known: [Self] = [
        .noAssignment, .assignedToAnother, .olderThanRequest, .clockUnknown, .noSession, .invalid, .changedByHand,
        .awaitsConfirmation, .implausible, .possibleRepeat, .anotherHubsSeat,
    ]
}
