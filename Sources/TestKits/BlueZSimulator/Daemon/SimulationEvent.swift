import DBus

/// Something that happens by itself at its time.
///
/// `device` is an index. `link` is the ``Peer/generation`` that the event belongs to: it is void when the
/// attempt or the link has ended since.
enum SimulationEvent: Sendable {
    /// The daemon takes its name.
    case daemonStarts
    /// The adapter appears.
    case adapterAppears(name: String)
    /// A scripted reading is due, and which repetition it is.
    case measure(device: Int, ScenarioMeasurement, round: Int)
    /// Somebody presses a device's button.
    case wake(device: Int)
    /// A device's own deadline.
    case deviceTick(device: Int)
    /// A device sends an advert.
    case advert(device: Int, series: Int)
    /// A connection attempt has caught an advert and makes the link.
    case linkUp(device: Int, link: Int)
    /// A connection attempt ends with an error text.
    case attemptFails(device: Int, link: Int, wasHeard: Bool)
    /// The services are known.
    case servicesResolved(device: Int, link: Int)
    /// A local Disconnect takes effect.
    case linkEnds(device: Int, link: Int)
    /// A read request reaches the device.
    case read(device: Int, link: Int, short: UInt16)
    /// A write request reaches the device.
    case write(device: Int, link: Int, short: UInt16, value: [UInt8])
    /// A CCCD write reaches the device.
    case subscribe(device: Int, link: Int, short: UInt16, on: Bool)
    /// Pairing succeeds.
    case bonded(device: Int, link: Int)
    /// The device refuses to pair.
    case pairingRefused(device: Int, link: Int)
    /// A temporary device may be out of sight for too long.
    case temporaryTimeout(device: Int)
    /// The link is lost.
    case linkLost(device: Int, link: Int)
    /// A request of this link was not answered for 30 s.
    case requestTimeout(device: Int, link: Int)
    /// The battery level was read.
    case batteryRead(device: Int, link: Int)
    /// A device takes a new private address.
    case addressChanges(device: Int)
    /// The object of an address that is not used any more vanishes.
    case ghostEnds(DBusObjectPath)
    /// A device is in range again.
    case reappears(device: Int)
    /// A timed fault.
    case fault(Int)
    /// A timed fault ends.
    case faultEnds(Int)
}
