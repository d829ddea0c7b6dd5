/// One device in radio range and what it does.
package struct ScenarioDevice: Decodable, Sendable {
    /// Its address, `F0:0D:00:00:00:01`.
    package var address: String
    /// `public`, `random`, or `resolvable`: private addresses, a new one every ``addressChange``.
    package var addressType: String
    /// Its advertised name.
    package var name: String
    /// Which standard service it has.
    package var profile: DeviceProfile
    /// How it deviates from the standard.
    package var quirks: Set<DeviceQuirk>
    /// How it wants to be paired.
    package var pairing: PairingMode
    /// What it shows, for `passkey` and `confirm`.
    package var passkey: UInt32
    /// Which optional fields its frames have.
    package var fields: CuffFields
    /// Its strings in the Device Information service.
    package var information: DeviceInformation
    /// The battery level in percent; nil has no battery service.
    package var battery: UInt8?
    /// Whether the daemon shows the battery as `org.bluez.Battery1`, too, beside plain GATT.
    package var batteryAsInterface: Bool
    /// The clock's error in seconds.
    package var clockOffset: Int
    /// The signal strength in dBm, about which it varies.
    package var rssi: Int16
    /// How often it advertises.
    package var advertisingInterval: Duration
    /// How long it advertises after a reading or a button press; nil until its readings are fetched.
    package var advertisingTime: Duration?
    /// How long it keeps an idle link after its last frame.
    package var idleTime: Duration
    /// Manufacturer data in its adverts, by company.
    package var manufacturerData: [UInt16: [UInt8]]
    /// Service data in its adverts, by UUID.
    package var serviceData: [String: [UInt8]]
    /// When somebody presses its button: it advertises without a reading.
    package var awakeAt: [Duration]
    /// What it measures.
    package var measurements: [ScenarioMeasurement]
    /// Whether it pairs by LE Secure Connections or by legacy pairing; only the log tells.
    package var secureConnections = true
    /// Whether it asks for security as soon as a link is up.
    package var securityRequest = false
    /// The greatest frame on the air, 23 to 517; a value has three bytes less.
    package var mtu: UInt16 = 64
    /// How many records a glucose meter holds at the start, two hours apart.
    package var records = 0
    /// The distance of a report's records.
    package var recordPause: Duration = .milliseconds(30)
    /// Whether an oximeter sends a value a second while somebody listens.
    package var isContinuous = false
    /// The users of a body scale, by index from 1.
    package var users: [ScenarioUser] = []
    /// How often a resolvable address changes.
    package var addressChange: Duration = .seconds(900)

    /// Makes a device with the usual values.
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
