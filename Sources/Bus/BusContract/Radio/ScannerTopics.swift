public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// What `ble-scanner` publishes and serves.
public enum ScannerTopics {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] =
        [peripheralSighted.descriptor, peripheralLost.descriptor, adapterState.descriptor] + sightings.descriptors
        + holdDiscovery.descriptors + pairingMode.descriptors

    /// A device of the catalogue advertises: sent on first sight, on changed content, and else at most every 10 s.
    public static let peripheralSighted = Topic<PeripheralSighted>(
        "peripheralSighted",
        at: "event/peripheralSighted",
        writers: [TopicGrant(.bleScanner, reach: .own)],
        readers: TopicGrant.watchers + [TopicGrant(.deviceReader, reach: .own)]
    )

    /// A sighted device has not advertised for a while.
    public static let peripheralLost = Topic<PeripheralLost>(
        "peripheralLost",
        at: "event/peripheralLost",
        writers: [TopicGrant(.bleScanner, reach: .own)],
        readers: TopicGrant.watchers + [TopicGrant(.deviceReader, reach: .own)]
    )

    /// The adapter as the scanner sees it.
    public static let adapterState = Topic<AdapterState>(
        "adapterState",
        at: "state/adapter",
        retain: true,
        writers: [TopicGrant(.bleScanner, reach: .own)],
        readers: TopicGrant.watchers + [TopicGrant(.deviceReader, reach: .own)]
    )

    /// The devices that are in sight now.
    public static let sightings = Operation<Empty, Sightings>(
        .bleScanner,
        name: "sightings",
        callers: BusRole.people + [.deviceReader]
    )

    /// Reports every advertisement at once for a limited time, for a person who pairs a device.
    public static let pairingMode = Operation<PairingMode, PairingModeUntil>(
        .bleScanner,
        name: "pairingMode",
        callers: BusRole.operators + [.deviceReader]
    )

    /// Leaves the radio to a device that is being connected: discovery pauses until the link is made, and silence does
    /// not count as a fault.
    public static let holdDiscovery = Operation<HoldDiscovery, DiscoveryHeld>(
        .bleScanner,
        name: "holdDiscovery",
        callers: BusRole.operators + [.deviceReader]
    )
}

/// A payload without content.
public struct Empty: Codable, Sendable, Hashable {
    /// Makes one.
    public init() {}
}

/// A device's advertisement as received.
public struct Advertisement: Codable, Sendable, Hashable {
    /// The advertised services, as full lower-case UUIDs.
    @CheckedID public var serviceUUIDs: [String]
    /// Manufacturer data in hexadecimal, by company identifier in decimal.
    public var manufacturerData: [String: String]
    /// Service data in hexadecimal, by service UUID.
    public var serviceData: [String: String]

    /// Makes an advertisement.
    public init(
        serviceUUIDs: [String] = [],
        manufacturerData: [String: String] = [:],
        serviceData: [String: String] = [:]
    ) {
        self.serviceUUIDs = serviceUUIDs
        self.manufacturerData = manufacturerData
        self.serviceData = serviceData
    }
}

/// A device of the catalogue is in sight.
public struct PeripheralSighted: Codable, Sendable, Hashable {
    /// Always null: a sighting does not concern a person.
    @ExplicitNull public var seat: String?
    /// The hub that received it.
    @CheckedID public var hub: String
    /// The device.
    public var device: DeviceID
    /// The catalogue's peripherals that the advertisement matches.
    public var peripheralIDs: [Int]
    /// The advertised name.
    public var name: String?
    /// Signal strength in dBm.
    public var rssi: Int?
    /// The advertisement.
    public var advertisement: Advertisement
    /// When this episode of advertising began; a new episode begins after the device was lost.
    public var episode: Date
    /// Whether it is paired with the hub.
    public var paired: Bool?

    /// Makes a sighting.
    public init(
        hub: String,
        device: DeviceID,
        peripheralIDs: [Int],
        name: String?,
        rssi: Int?,
        advertisement: Advertisement,
        episode: Date,
        paired: Bool? = nil
    ) {
        self.hub = hub
        self.device = device
        self.peripheralIDs = peripheralIDs
        self.name = name
        self.rssi = rssi
        self.advertisement = advertisement
        self.episode = episode
        self.paired = paired
    }
}

/// A seen device no longer advertises.
public struct PeripheralLost: Codable, Sendable, Hashable {
    /// Always null.
    @ExplicitNull public var seat: String?
    /// The hub that received it last.
    @CheckedID public var hub: String
    /// The device.
    public var device: DeviceID

    /// Makes a loss.
    public init(hub: String, device: DeviceID) {
        self.hub = hub
        self.device = device
    }
}

/// A hub's radio.
public struct AdapterState: Codable, Sendable, Hashable {
    /// The hub.
    @CheckedID public var hub: String
    /// Whether bluetoothd answers and has an adapter.
    public var present: Bool
    /// Whether the adapter is switched on.
    public var powered: Bool
    /// Whether it scans.
    public var discovering: Bool
    /// When any device's last advertisement was received.
    public var lastAdvertisement: Date?
    /// The problem and its remedy, in plain words; null if there is none.
    @ExplicitNull public var problem: String?
    /// The code of the problem, for example `serviceHung`; `radioSilent` alone is normal in a quiet room.
    public var cause: String?
    /// How many adapters the hub has.
    public var adapters: Int?
    /// The code of the last problem, if there was one.
    public var lastCause: String?
    /// When the radio last recovered from a problem.
    public var recovered: Date?

    /// Makes a state.
    public init(
        hub: String,
        present: Bool,
        powered: Bool,
        discovering: Bool,
        lastAdvertisement: Date?,
        problem: String?,
        cause: String? = nil,
        adapters: Int? = nil,
        lastCause: String? = nil,
        recovered: Date? = nil
    ) {
        self.hub = hub
        self.present = present
        self.powered = powered
        self.discovering = discovering
        self.lastAdvertisement = lastAdvertisement
        self.problem = problem
        self.cause = cause
        self.adapters = adapters
        self.lastCause = lastCause
        self.recovered = recovered
    }
}

/// The devices in sight.
public struct Sightings: Codable, Sendable, Hashable {
    /// Each device's latest sighting; paired and awaited devices first, then the nearest.
    public var devices: [PeripheralSighted]
    /// How many more devices are in sight than fit into one message; absent if all are listed.
    public var omitted: Int?
    /// The nearest devices with a name that match no entry of the catalogue, so that nothing reads them.
    public var unknown: [UnknownDevice]?

    /// Makes a list.
    public init(devices: [PeripheralSighted], omitted: Int? = nil, unknown: [UnknownDevice]? = nil) {
        self.devices = devices
        self.omitted = omitted
        self.unknown = unknown
    }
}

/// A device in sight that the catalogue does not have.
public struct UnknownDevice: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The advertised name.
    public var name: String
    /// Signal strength in dBm.
    public var rssi: Int?

    /// Makes a device.
    public init(device: DeviceID, name: String, rssi: Int? = nil) {
        self.device = device
        self.name = name
        self.rssi = rssi
    }
}

/// Asks to leave the radio to one device.
public struct HoldDiscovery: Codable, Sendable, Hashable {
    /// The device to connect.
    public var device: DeviceID
    /// The duration, 1 to 120 s; 0 ends the hold for this device.
    public var seconds: Int

    /// Makes a request.
    public init(device: DeviceID, seconds: Int) {
        self.device = device
        self.seconds = seconds
    }
}

/// Asks to report every advertisement at once.
public struct PairingMode: Codable, Sendable, Hashable {
    /// The duration, 1 to 300 s; 0 ends it.
    public var seconds: Int
    /// The only device to report in this way; all devices when absent.
    public var device: DeviceID?

    /// Makes a request.
    public init(seconds: Int, device: DeviceID? = nil) {
        self.seconds = seconds
        self.device = device
    }
}

/// Every advertisement is reported at once.
public struct PairingModeUntil: Codable, Sendable, Hashable {
    /// When this ends.
    public var until: Date

    /// Makes a reply.
    public init(until: Date) {
        self.until = until
    }
}

/// Discovery is paused.
public struct DiscoveryHeld: Codable, Sendable, Hashable {
    /// When the pause ends.
    public var until: Date

    /// Makes a reply.
    public init(until: Date) {
        self.until = until
    }
}
