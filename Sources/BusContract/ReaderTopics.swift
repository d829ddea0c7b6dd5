public import MessageBus
public import VitalRecords

/// What `device-reader` publishes and serves.
public enum ReaderTopics {
    private static func event<Payload>(_ name: String) -> Topic<Payload> {
        Topic(
            name,
            at: "event/\(name)",
            writers: [TopicGrant(.deviceReader, .own)],
            readers: TopicGrant.watchers
        )
    }

    /// A passive device that advertises before a measurement is there.
    public static let passiveIsReadyToRead: Topic<PeripheralEvent> = event("passiveIsReadyToRead")
    /// A passive reading is safe in the outbox.
    public static let passiveDidRead: Topic<PeripheralDidRead> = event("passiveDidRead")
    /// A passive reading failed.
    public static let passiveDidFail: Topic<PeripheralDidFail> = event("passiveDidFail")
    /// A foreground reading may begin: measure now.
    public static let isReadyToReadPeripheral: Topic<PeripheralEvent> = event("isReadyToReadPeripheral")
    /// A foreground reading is done.
    public static let didReadPeripheral: Topic<PeripheralDidRead> = event("didReadPeripheral")
    /// A foreground reading failed.
    public static let readingFailed: Topic<PeripheralDidFail> = event("readingFailed")
    /// A device was paired.
    public static let didPairPeripheral: Topic<PeripheralEvent> = event("didPairPeripheral")
    /// A device was not paired.
    public static let didNotPairPeripheral: Topic<PeripheralDidFail> = event("didNotPairPeripheral")

    /// The passive set and what each of its devices does.
    public static let passiveState = Topic<PassiveState>(
        "passiveState",
        at: "state/passive",
        retain: true,
        writers: [TopicGrant(.deviceReader, .own)],
        readers: TopicGrant.watchers
    )

    /// The catalogue.
    public static let supportedPeripherals = Operation<PeripheralFilter, SupportedPeripherals>(
        .deviceReader,
        "supportedPeripherals",
        callers: [.vitalbus]
    )
    /// Replaces the passive set; an empty or absent list disables passive reading.
    public static let setPassivePeripherals = Operation<PassivePeripherals, PassivePeripherals>(
        .deviceReader,
        "setPassivePeripherals",
        callers: [.vitalbus]
    )
    /// Reads a device in the foreground.
    public static let readPeripheral = Operation<ReadPeripheral, PeripheralDidRead>(
        .deviceReader,
        "readPeripheral",
        callers: [.vitalbus]
    )
    /// Pairs a device that is in sight.
    public static let pairPeripheral = Operation<PairPeripheral, PeripheralEvent>(
        .deviceReader,
        "pairPeripheral",
        callers: [.vitalbus]
    )
    /// Erases what the hub still has of a seat's persons: raw frames and readings that were measured for the seat.
    public static let eraseDevices = Operation<EraseDevices, DevicesErased>(
        .deviceReader,
        "eraseDevices",
        callers: [.vitalbus]
    )
    /// Cancels the foreground work.
    public static let cancel = Operation<Empty, Empty>(.deviceReader, "cancel", callers: [.vitalbus])
}

/// Something happened to a device.
public struct PeripheralEvent: Codable, Sendable, Hashable {
    /// The seat it was done for, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    public var hub: String
    /// The catalogue's number.
    public var peripheralID: Int
    /// The device.
    public var device: DeviceID

    /// Makes an event.
    public init(seat: String?, hub: String, peripheralID: Int, device: DeviceID) {
        self.seat = seat
        self.hub = hub
        self.peripheralID = peripheralID
        self.device = device
    }
}

/// Something failed on a device.
public struct PeripheralDidFail: Codable, Sendable, Hashable {
    /// The seat it was done for, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    public var hub: String
    /// The catalogue's number.
    public var peripheralID: Int
    /// The device.
    public var device: DeviceID
    /// What went wrong.
    public var error: WireFault

    /// Makes an event.
    public init(seat: String?, hub: String, peripheralID: Int, device: DeviceID, error: WireFault) {
        self.seat = seat
        self.hub = hub
        self.peripheralID = peripheralID
        self.device = device
        self.error = error
    }
}

/// What becomes of a foreground reading; words of a newer version are carried as they are.
public struct ReadingDisposition: RawRepresentable, Codable, Sendable, Hashable {
    /// The word on the wire.
    public let rawValue: String

    /// Makes a disposition from its word.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It goes to the session manager.
    public static let submitted = Self(rawValue: "submitted")
    /// It waits for a person.
    public static let held = Self(rawValue: "held")
    /// It stands in the event only.
    public static let notStored = Self(rawValue: "notStored")
}

/// A device was read.
public struct PeripheralDidRead: Codable, Sendable, Hashable {
    /// The seat it was done for, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    public var hub: String
    /// The catalogue's number.
    public var peripheralID: Int
    /// The device.
    public var device: DeviceID
    /// What was read; values only where the seat shares them.
    public var records: [Reading]
    /// What becomes of it.
    public var disposition: ReadingDisposition

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        peripheralID: Int,
        device: DeviceID,
        records: [Reading],
        disposition: ReadingDisposition
    ) {
        self.seat = seat
        self.hub = hub
        self.peripheralID = peripheralID
        self.device = device
        self.records = records
        self.disposition = disposition
    }
}

/// The passive set.
public struct PassivePeripherals: Codable, Sendable, Hashable {
    /// The catalogue's numbers; empty or absent disables.
    public var peripheralIDs: [Int]?

    /// Makes a set.
    public init(peripheralIDs: [Int]?) {
        self.peripheralIDs = peripheralIDs
    }
}

/// The passive set and its devices.
public struct PassiveState: Codable, Sendable, Hashable {
    /// One device.
    public struct Device: Codable, Sendable, Hashable {
        /// The device.
        public var device: DeviceID
        /// The catalogue's number.
        public var peripheralID: Int
        /// `armed`, `reading`, `cooling`, `failed`, `noReading`, `claimed` (another hub reads it), `notPaired` or
        /// `missingPart` (not tried again until it is paired, or has what it lacks).
        public var phase: String

        /// Makes a device's state.
        public init(device: DeviceID, peripheralID: Int, phase: String) {
            self.device = device
            self.peripheralID = peripheralID
            self.phase = phase
        }
    }

    /// The hub.
    public var hub: String
    /// The passive set.
    public var peripheralIDs: [Int]
    /// The devices that were sighted.
    public var devices: [Device]

    /// Makes a state.
    public init(hub: String, peripheralIDs: [Int], devices: [Device]) {
        self.hub = hub
        self.peripheralIDs = peripheralIDs
        self.devices = devices
    }
}

/// Chooses entries of the catalogue.
public struct PeripheralFilter: Codable, Sendable, Hashable {
    /// One number.
    public var peripheralID: Int?
    /// One type, for example `bloodPressureMonitor`.
    public var type: String?

    /// Makes a filter; empty means all.
    public init(peripheralID: Int? = nil, type: String? = nil) {
        self.peripheralID = peripheralID
        self.type = type
    }
}

/// Entries of the catalogue.
public struct SupportedPeripherals: Codable, Sendable, Hashable {
    /// The entries.
    public var peripherals: [PeripheralView]

    /// Makes a list.
    public init(peripherals: [PeripheralView]) {
        self.peripherals = peripherals
    }
}

/// One entry of the catalogue.
public struct PeripheralView: Codable, Sendable, Hashable {
    /// The number.
    public var peripheralID: Int
    /// The name that people see.
    public var name: String
    /// The maker.
    public var manufacturer: String?
    /// The model.
    public var model: String?
    /// The kind of device.
    public var type: String
    /// Whether it must be paired.
    public var requiresPairing: Bool
    /// How to pair it, in plain words.
    public var pairingInstructions: String
    /// How to take a reading, in plain words.
    public var readingInstructions: String
    /// Whether it is switched off.
    public var disabled: Bool
    /// Whether a frame captured from this model passes.
    public var verified: Bool

    /// Makes an entry.
    public init(
        peripheralID: Int,
        name: String,
        manufacturer: String?,
        model: String?,
        type: String,
        requiresPairing: Bool,
        pairingInstructions: String,
        readingInstructions: String,
        disabled: Bool,
        verified: Bool
    ) {
        self.peripheralID = peripheralID
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.type = type
        self.requiresPairing = requiresPairing
        self.pairingInstructions = pairingInstructions
        self.readingInstructions = readingInstructions
        self.disabled = disabled
        self.verified = verified
    }
}

/// Asks for a foreground reading.
public struct ReadPeripheral: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The catalogue's number.
    public var peripheralID: Int
    /// The seat the reading is for; null leaves it to the assignments.
    public var seat: String?
    /// Whether the reading is booked at once, true when absent; otherwise it is held until `confirmReading`.
    public var autoSubmit: Bool?
    /// How long to wait for a measurement, 1 to 300 s, 60 when absent.
    public var seconds: Int?

    /// Makes a request.
    public init(
        device: DeviceID,
        peripheralID: Int,
        seat: String? = nil,
        autoSubmit: Bool? = nil,
        seconds: Int? = nil
    ) {
        self.device = device
        self.peripheralID = peripheralID
        self.seat = seat
        self.autoSubmit = autoSubmit
        self.seconds = seconds
    }
}

/// Asks to pair a device.
public struct PairPeripheral: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The catalogue's number.
    public var peripheralID: Int
    /// The seat it is paired for.
    public var seat: String?

    /// Makes a request.
    public init(device: DeviceID, peripheralID: Int, seat: String? = nil) {
        self.device = device
        self.peripheralID = peripheralID
        self.seat = seat
    }
}
