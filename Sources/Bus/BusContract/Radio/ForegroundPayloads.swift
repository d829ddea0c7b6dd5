public import VitalRecords

/// Asks for a foreground reading.
public struct ReadPeripheral: Codable, Sendable, Hashable {
    /// The device; when absent, the nearest allowed one of this peripheral.
    public var device: DeviceID?
    /// The peripheral's catalogue number.
    public var peripheralID: Int
    /// The seat the reading is for; null leaves it to the assignments.
    @CheckedID public var seat: String?
    /// Whether the reading is booked at once; true when absent.
    ///
    /// If false, it is held until `confirmReading`.
    public var autoSubmit: Bool?
    /// How long to wait for a measurement: 1 to 300 s; 60 when absent.
    public var seconds: Int?
    /// The devices that may be read; an empty list allows none, an absent one any.
    public var allowedDevices: [DeviceID]?
    /// Measurements from this many seconds before the request also belong to the seat: 0 to 600; 0 when absent.
    ///
    /// For meters that are switched on after the measurement.
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
    /// The peripheral's catalogue number.
    public var peripheralID: Int
    /// The seat that the device is paired for.
    @CheckedID public var seat: String?
    /// The user index on the device that belongs to the seat; absent for all users, or to register a new user on a
    /// scale.
    public var userIndex: Int?
    /// The PIN of the scale's user with that index, 1 to 4 digits, as the scale or its maker's app shows it.
    ///
    /// The seat takes over that user instead of registering a new one.
    public var pin: String?
    /// Facts about the seat's person that many scales need for body composition.
    ///
    /// They are kept sealed until the scale has them.
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
    /// The id of the request that began the work; absent ends any work, also that of other callers.
    public var request: String?

    /// Makes a request.
    public init(request: String? = nil) {
        self.request = request
    }
}

/// The progress of a foreground reading.
public struct ReadingProgress: Codable, Sendable, Hashable {
    /// The present step at the device.
    public struct Phase: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A device was found; the hub connects to it.
        public static let connecting = Self(rawValue: "connecting")
        /// The device is connected; the hub waits for a measurement.
        public static let waiting = Self(rawValue: "waiting")
        /// The device sends its measurements.
        public static let receiving = Self(rawValue: "receiving")

        /// The values that this version knows.
        public static let known: [Self] = [.connecting, .waiting, .receiving]
    }

    /// The seat of the reading, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    @CheckedID public var hub: String
    /// The peripheral's catalogue number.
    public var peripheralID: Int
    /// The device.
    public var device: DeviceID
    /// The id of the `readPeripheral` request.
    public var request: String
    /// The present step.
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
