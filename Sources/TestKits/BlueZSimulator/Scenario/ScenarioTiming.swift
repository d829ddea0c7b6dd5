/// How long the daemon and the radio take, in simulated time.
///
/// The defaults are what bluetoothd 5.66 was seen to take, or its main.conf says.
package struct ScenarioTiming: Decodable, Sendable {
    /// From the advert that a connection attempt catches to the link.
    package var connect: Duration = .milliseconds(120)
    /// How long Connect to a silent device waits (41 s measured with 5.66).
    package var connectTimeout: Duration = .seconds(41)
    /// From Disconnect to the end of the link (2 s in bluetoothd).
    package var disconnect: Duration = .seconds(2)
    /// Service discovery on an unknown device.
    package var discoverServices: Duration = .milliseconds(600)
    /// ServicesResolved with known services.
    package var cachedServices: Duration = .milliseconds(150)
    /// One GATT request and its answer.
    package var gatt: Duration = .milliseconds(30)
    /// Pairing, beside the time that the agent takes.
    package var pairing: Duration = .milliseconds(400)
    /// `TemporaryTimeout` of main.conf.
    package var temporaryTimeout: Duration = .seconds(30)
    /// How long the kernel listens in one go.
    package var scanWindow: Duration = .milliseconds(10_240)
    /// The gap until bluetoothd starts it again; 0 listens without gaps.
    package var scanGap: Duration = .milliseconds(300)
    /// From the daemon's name on the bus to its adapter.
    package var adapterStart: Duration = .milliseconds(100)

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case connect
        case connectTimeout
        case disconnect
        case discoverServices
        case cachedServices
        case gatt
        case pairing
        case temporaryTimeout
        case scanWindow
        case scanGap
        case adapterStart
    }

    /// The defaults.
    package init() {}

    /// Reads the JSON form; every value in seconds.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.strict(CodingKeys.self)
        connect = try box.seconds(.connect, default: connect)
        connectTimeout = try box.seconds(.connectTimeout, default: connectTimeout)
        disconnect = try box.seconds(.disconnect, default: disconnect)
        discoverServices = try box.seconds(.discoverServices, default: discoverServices)
        cachedServices = try box.seconds(.cachedServices, default: cachedServices)
        gatt = try box.seconds(.gatt, default: gatt)
        pairing = try box.seconds(.pairing, default: pairing)
        temporaryTimeout = try box.seconds(.temporaryTimeout, default: temporaryTimeout)
        scanWindow = try box.seconds(.scanWindow, default: scanWindow)
        scanGap = try box.seconds(.scanGap, default: scanGap)
        adapterStart = try box.seconds(.adapterStart, default: adapterStart)
    }
}
