/// One device in radio range and what it does.
package struct ScenarioDevice: Decodable, Sendable {
    /// Its address, `F0:0D:00:00:00:01`.
    package var address: String
    /// `public` or `random`.
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
    /// Whether the daemon shows the battery as `org.bluez.Battery1` or as plain GATT.
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
