public import VitalRecords

/// Asks for a foreground reading.
public struct ReadPeripheral: Codable, Sendable, Hashable {
    /// The device; absent takes the nearest one of the peripheral that is allowed.
    public var device: DeviceID?
    /// The catalogue's number.
    public var peripheralID: Int
    /// The seat the reading is for; null leaves it to the assignments.
    @CheckedID public var seat: String?
    /// Whether the reading is booked at once, true when absent; otherwise it is held until `confirmReading`.
    public var autoSubmit: Bool?
    /// How long to wait for a measurement, 1 to 300 s, 60 when absent.
    public var seconds: Int?
    /// The devices that may be read: an empty list allows none, an absent one any.
    public var allowedDevices: [DeviceID]?
    /// What was measured so many seconds before the request is the seat's too, 0 to 600, 0 when absent: for meters that measure
    /// first and are switched on afterwards.
    public var sinceSeconds: Int?

    /// Makes a request.
    public init(
        device: DeviceID?,
        peripheralID: Int,
        seat: String? = nil,
        autoSubmit: Bool? = nil,
        seconds: Int? = nil,
        allowedDevices: [DeviceID]? = nil,
        sinceSeconds: Int? = nil
    ) {
        self.sinceSeconds = sinceSeconds
        self.device = device
        self.peripheralID = peripheralID
        self.seat = seat
        self.autoSubmit = autoSubmit
        self.seconds = seconds
        self.allowedDevices = allowedDevices
    }
}

/// Asks to pair a device.
public struct PairPeripheral: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The catalogue's number.
    public var peripheralID: Int
    /// The seat it is paired for.
    @CheckedID public var seat: String?
    /// The device's own user index that is the seat's; absent for all that it measures, or for a scale's new user.
    public var userIndex: Int?
    /// Takes over the scale's user of that index, and makes no new one: the user's PIN, 1 to 4 digits, as the scale or its
    /// maker's app shows it.
    public var pin: String?
    /// What the scale needs to know of the seat's person, as without it many give no body composition; kept sealed until the
    /// scale has it.
    public var person: ScalePerson?

    /// Makes a request.
    public init(
        device: DeviceID,
        peripheralID: Int,
        seat: String? = nil,
        userIndex: Int? = nil,
        pin: String? = nil,
        person: ScalePerson? = nil
    ) {
        self.device = device
        self.peripheralID = peripheralID
        self.seat = seat
        self.userIndex = userIndex
        self.pin = pin
        self.person = person
    }
}

/// Asks to end the foreground work.
public struct CancelWork: Codable, Sendable, Hashable {
    /// The id of the request that began it; absent ends whatever runs, also somebody else's.
    public var request: String?

    /// Makes a request.
    public init(request: String? = nil) {
        self.request = request
    }
}

/// How far a foreground reading is.
public struct ReadingProgress: Codable, Sendable, Hashable {
    /// What happens at the device.
    public struct Phase: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A device was found, and is being connected.
        public static let connecting = Self(rawValue: "connecting")
        /// It is connected, and waits for a measurement.
        public static let waiting = Self(rawValue: "waiting")
        /// It sends what it measured.
        public static let receiving = Self(rawValue: "receiving")

        /// The words of this version.
        public static let known: [Self] = [.connecting, .waiting, .receiving]
    }

    /// The seat it is done for, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    @CheckedID public var hub: String
    /// The catalogue's number.
    public var peripheralID: Int
    /// The device.
    public var device: DeviceID
    /// The id of the `readPeripheral` request.
    public var request: String
    /// How far it is.
    public var phase: Phase

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        peripheralID: Int,
        device: DeviceID,
        request: String,
        phase: Phase
    ) {
        self.seat = seat
        self.hub = hub
        self.peripheralID = peripheralID
        self.device = device
        self.request = request
        self.phase = phase
    }
}
