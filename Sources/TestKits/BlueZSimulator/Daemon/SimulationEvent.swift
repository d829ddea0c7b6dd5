import DBus

/// A scheduled event.
///
/// `device` is an index. `link` is the ``Peer/generation`` of the event, which is void once that attempt or link has
/// ended.
enum SimulationEvent: Sendable {
    /// The daemon acquires its name.
    case daemonStarts
    /// The adapter appears.
    case adapterAppears(name: String)
    /// A scripted reading is due; `round` is its repetition.
    case measure(device: Int, ScenarioMeasurement, round: Int)
    /// A person presses a device's button.
    case wake(device: Int)
    /// A device's own deadline is due.
    case deviceTick(device: Int)
    /// A device sends an advert.
    case advert(device: Int, series: Int)
    /// A connection attempt has received an advert and establishes the link.
    case linkUp(device: Int, link: Int)
    /// A connection attempt ends with an error text.
    case attemptFails(device: Int, link: Int, wasHeard: Bool)
    /// Service discovery has finished.
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
    /// A temporary device may have been out of sight for too long.
    case temporaryTimeout(device: Int)
    /// The link is lost.
    case linkLost(device: Int, link: Int)
    /// A request of this link was not answered for 30 s.
    case requestTimeout(device: Int, link: Int)
    /// The battery level was read.
    case batteryRead(device: Int, link: Int)
    /// A device takes a new private address.
    case addressChanges(device: Int)
    /// The object of a disused address is removed.
    case ghostEnds(DBusObjectPath)
    /// A device is in range again.
    case reappears(device: Int)
    /// A timed fault occurs.
    case fault(Int)
    /// A timed fault ends.
    case faultEnds(Int)
}

/// Events ordered by time; events with equal times keep the order of insertion.
struct EventQueue: Sendable {
    private var entries: [(at: Duration, event: SimulationEvent)] = []

    /// When the first event is due.
    var firstTime: Duration? { entries.last?.at }

    /// Adds an event.
    mutating func add(_ event: SimulationEvent, at time: Duration) {
        // Kept in descending order, so that the first event is at the end.
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].at > time { low = middle + 1 } else { high = middle }
        }
        entries.insert((time, event), at: low)
    }

    /// Removes and returns the first event that is due.
    mutating func next(dueAt time: Duration) -> (at: Duration, event: SimulationEvent)? {
        guard let first = entries.last, first.at <= time else { return nil }
        return entries.removeLast()
    }
}

/// The rate at which the daemon accepts notifications of one device.
///
/// bluetoothd 5.66 on a slow machine silently lost notifications that arrived too fast: of 1,097, some 85 at 200 per
/// second, half at 400, and at 1,000 the closing indication too; none at 130.
struct Inbox: Sendable {
    /// Notifications accepted per second.
    static let rate = 180.0
    /// The number of notifications that may wait.
    static let room = 24.0

    private var free = Self.room
    private var since = Duration.zero

    /// Whether it accepts one more notification now.
    mutating func takes(at now: Duration) -> Bool {
        free = min(Self.room, free + (now - since) / .seconds(1) * Self.rate)
        since = now
        guard free >= 1 else { return false }
        free -= 1
        return true
    }
}
