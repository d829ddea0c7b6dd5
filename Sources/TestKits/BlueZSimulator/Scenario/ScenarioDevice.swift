/// A device in radio range and its behaviour.
package struct ScenarioDevice: Decodable, Sendable {
    /// Its address, `F0:0D:00:00:00:01`.
    package var address: String
    /// `public`, `random`, or `resolvable` for private addresses that change every ``addressChange``.
    package var addressType: String
    /// Its advertised name.
    package var name: String
    /// The standard services that it has.
    package var profile: DeviceProfile
    /// How it deviates from the standard.
    package var quirks: Set<DeviceQuirk>
    /// How it pairs.
    package var pairing: PairingMode
    /// The number that it shows, for `passkey` and `confirm`.
    package var passkey: UInt32
    /// The optional fields of its frames.
    package var fields: CuffFields
    /// The strings of its Device Information service.
    package var information: DeviceInformation
    /// The battery level in percent; nil for no battery service.
    package var battery: UInt8?
    /// Whether the daemon also exports the battery as `org.bluez.Battery1`.
    package var batteryAsInterface: Bool
    /// The clock's error in seconds.
    package var clockOffset: Int
    /// The mean signal strength in dBm.
    package var rssi: Int16
    /// The advertising interval.
    package var advertisingInterval: Duration
    /// How long it advertises after a reading or a button press; nil until its readings are fetched.
    package var advertisingTime: Duration?
    /// How long it keeps an idle link up after its last frame.
    package var idleTime: Duration
    /// Manufacturer data in its adverts, by company.
    package var manufacturerData: [UInt16: [UInt8]]
    /// Service data in its adverts, by UUID.
    package var serviceData: [String: [UInt8]]
    /// The times at which a person presses its button, so that it advertises without a reading.
    package var awakeAt: [Duration]
    /// Its measurements.
    package var measurements: [ScenarioMeasurement]
    /// Whether it pairs by LE Secure Connections instead of legacy pairing; visible only in the log.
    package var secureConnections = true
    /// Whether it sends a security request as soon as a link is up.
    package var securityRequest = false
    /// The ATT MTU, 23 to 517 bytes; a value has three bytes less.
    package var mtu: UInt16 = 64
    /// The number of records in a glucose meter at the start, two hours apart.
    package var records = 0
    /// The pause between the records of a report.
    package var recordPause: Duration = .milliseconds(30)
    /// Whether an oximeter sends one value per second while subscribed.
    package var isContinuous = false
    /// The users of a body scale, by index from 1.
    package var users: [ScenarioUser] = []
    /// Whether a body scale sends a user's body composition only after it has the user's birth date, sex and height.
    package var needsUserData = false
    /// How often a resolvable address changes.
    package var addressChange: Duration = .seconds(900)

    /// Creates a device with default values.
    package init(
        address: String,
        name: String = "VirtualBP",
        profile: DeviceProfile = .bloodPressure,
        quirks: Set<DeviceQuirk> = [],
        pairing: PairingMode = .none,
        passkey: UInt32 = 123_456,
        awakeAt: [Duration] = [],
        measurements: [ScenarioMeasurement] = []
    ) {
        self.address = address
        self.name = name
        self.profile = profile
        self.quirks = quirks
        self.pairing = pairing
        self.passkey = passkey
        self.awakeAt = awakeAt
        self.measurements = measurements
        addressType = "random"
        fields = .init()
        information = .init(manufacturer: "VitalBus", model: name, serial: "SN-" + address.suffix(2))
        batteryAsInterface = true
        clockOffset = 0
        rssi = -58
        advertisingInterval = .milliseconds(250)
        idleTime = .milliseconds(2500)
        manufacturerData = [:]
        serviceData = [:]
    }
}

extension ScenarioDevice {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case address
        case addressType
        case name
        case profile
        case quirks
        case pairing
        case passkey
        case fields
        case information
        case battery
        case batteryAsInterface
        case clockOffsetSeconds
        case rssi
        case advertisingIntervalSeconds
        case advertisingSeconds
        case idleSeconds
        case manufacturerData
        case serviceData
        case awakeAtSeconds
        case measurements
        case secureConnections
        case securityRequest
        case mtu
        case records
        case recordPauseSeconds
        case continuous
        case users
        case needsUserData
        case addressChangeSeconds
    }

    /// Decodes the JSON form.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.strict(CodingKeys.self)
        self.init(
            address: try box.decode(String.self, forKey: .address),
            name: try box.value(.name, default: "VirtualBP"),
            profile: try box.value(.profile, default: .bloodPressure),
            quirks: try box.value(.quirks, default: []),
            pairing: try box.value(.pairing, default: .none),
            passkey: try box.value(.passkey, default: 123_456),
            awakeAt: try box.value(.awakeAtSeconds, default: [Double]()).map { .seconds(min(max($0, 0), 3e8)) },
            measurements: try box.value(.measurements, default: [])
        )
        try readAppearance(box)
        try readBehaviour(box)
        try readProfile(box)
        try check(box)
        try checkProfile(box)
    }

    private mutating func readAppearance(_ box: KeyedDecodingContainer<CodingKeys>) throws {
        addressType = try box.value(.addressType, default: addressType)
        fields = try box.value(.fields, default: fields)
        information = try box.value(.information, default: information)
        battery = try box.decodeIfPresent(UInt8.self, forKey: .battery)
        batteryAsInterface = try box.value(.batteryAsInterface, default: true)
        rssi = try box.value(.rssi, default: rssi)
        let companies = try box.value(.manufacturerData, default: [String: String]())
        for (company, text) in companies {
            guard let id = UInt16(company), let bytes = [UInt8](hex: text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .manufacturerData,
                    in: box,
                    debugDescription: "must be {\"decimal company\": \"hex\"}"
                )
            }
            manufacturerData[id] = bytes
        }
        for (uuid, text) in try box.value(.serviceData, default: [String: String]()) {
            guard let bytes = [UInt8](hex: text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .serviceData,
                    in: box,
                    debugDescription: "must be {\"UUID\": \"hex\"}"
                )
            }
            serviceData[GattUUID.expand(uuid)] = bytes
        }
    }

    private mutating func readBehaviour(_ box: KeyedDecodingContainer<CodingKeys>) throws {
        clockOffset = try box.value(.clockOffsetSeconds, default: 0)
        advertisingInterval = try box.seconds(.advertisingIntervalSeconds, default: advertisingInterval)
        advertisingTime = try box.seconds(.advertisingSeconds)
        idleTime = try box.seconds(.idleSeconds, default: idleTime)
    }

    private mutating func readProfile(_ box: KeyedDecodingContainer<CodingKeys>) throws {
        secureConnections = try box.value(.secureConnections, default: true)
        securityRequest = try box.value(.securityRequest, default: false)
        mtu = try box.value(.mtu, default: mtu)
        records = try box.value(.records, default: 0)
        recordPause = try box.seconds(.recordPauseSeconds, default: recordPause)
        isContinuous = try box.value(.continuous, default: false)
        users = try box.value(.users, default: [])
        needsUserData = try box.value(.needsUserData, default: false)
        addressChange = try box.seconds(.addressChangeSeconds, default: addressChange)
    }

    private func checkProfile(_ box: KeyedDecodingContainer<CodingKeys>) throws {
        func refuse(_ key: CodingKeys, text: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: box, debugDescription: text)
        }
        guard ["public", "random", "resolvable"].contains(addressType) else {
            throw refuse(.addressType, text: "addressType is public, random or resolvable")
        }
        guard (23...517).contains(mtu), (0...5000).contains(records), users.count <= 8 else {
            throw refuse(.mtu, text: "mtu is 23 to 517, records up to 5000, users up to 8")
        }
        guard recordPause <= .seconds(60), addressChange >= .seconds(1) else {
            throw refuse(.recordPauseSeconds, text: "recordPauseSeconds up to 60, addressChangeSeconds from 1")
        }
        for measurement in measurements {
            if let stray = measurement.stray(for: profile) {
                throw refuse(.measurements, text: "a \(profile.rawValue) has no measurement key \"\(stray)\"")
            }
        }
    }

    private func check(_ box: KeyedDecodingContainer<CodingKeys>) throws {
        guard BluetoothAddress.isValid(address) else {
            throw DecodingError.dataCorruptedError(
                forKey: .address,
                in: box,
                debugDescription: "address must be like F0:0D:00:00:00:01"
            )
        }
        guard advertisingInterval >= .milliseconds(20), (battery ?? 0) <= 100, (-127...20).contains(rssi) else {
            throw DecodingError.dataCorruptedError(
                forKey: .address,
                in: box,
                debugDescription: "advertisingIntervalSeconds from 0.02, battery to 100, rssi -127 to 20"
            )
        }
        guard abs(clockOffset) < 4_000_000_000, passkey <= 999_999 else {
            throw DecodingError.dataCorruptedError(
                forKey: .passkey,
                in: box,
                debugDescription: "passkey has six digits, clockOffsetSeconds is too large"
            )
        }
    }
}

/// A user stored in a body scale at the start.
package struct ScenarioUser: Decodable, Equatable, Sendable {
    /// The consent code, 0 to 9999.
    package var consent: UInt16
    /// Whether the person entered birth date, sex and height at the scale.
    package var isComplete = false

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case consent
        case complete
    }

    /// Creates a user.
    package init(consent: UInt16) { self.consent = consent }

    /// Decodes the JSON form.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.strict(CodingKeys.self)
        consent = try box.decode(UInt16.self, forKey: .consent)
        isComplete = try box.value(.complete, default: false)
        guard consent <= 9999 else {
            throw DecodingError.dataCorruptedError(forKey: .consent, in: box, debugDescription: "consent is 0 to 9999")
        }
    }
}
