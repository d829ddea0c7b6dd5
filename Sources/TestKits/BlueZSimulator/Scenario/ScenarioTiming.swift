/// How long the daemon and the radio take, in simulated time.
///
/// The defaults are measurements of bluetoothd 5.66, or values from its main.conf.
package struct ScenarioTiming: Decodable, Sendable {
    /// From the advert received by a connection attempt to the link.
    package var connect: Duration = .milliseconds(120)
    /// The timeout of Connect to a silent device (41 s measured with 5.66).
    package var connectTimeout: Duration = .seconds(41)
    /// From Disconnect to the end of the link (2 s in bluetoothd).
    package var disconnect: Duration = .seconds(2)
    /// Service discovery on an unknown device.
    package var discoverServices: Duration = .milliseconds(600)
    /// ServicesResolved with known services.
    package var cachedServices: Duration = .milliseconds(150)
    /// One GATT request and its answer.
    package var gatt: Duration = .milliseconds(30)
    /// Pairing, without the agent's time.
    package var pairing: Duration = .milliseconds(400)
    /// `TemporaryTimeout` of main.conf.
    package var temporaryTimeout: Duration = .seconds(30)
    /// The length of a scan by the kernel.
    package var scanWindow: Duration = .milliseconds(10_240)
    /// The gap until bluetoothd restarts the scan; 0 scans without gaps.
    package var scanGap: Duration = .milliseconds(300)
    /// From the appearance of the daemon's name to that of its adapter.
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

    /// Decodes the JSON form; every value is in seconds.
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
