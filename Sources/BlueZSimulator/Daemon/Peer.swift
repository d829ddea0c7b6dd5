/// What the daemon knows of one device.
struct Peer: Sendable {
    /// The state of the link.
    enum Link: Sendable {
        /// There is none.
        case none
        /// An attempt waits for an advert.
        case connecting(doomed: Bool)
        /// It is up.
        case up
    }

    /// Whether the object is there.
    var isExported = false
    /// Whether the object vanishes when the device is not seen.
    var isTemporary = true
    var isPaired = false
    var isTrusted = false
    var isBlocked = false
    var alias: String?
    var name: String?
    var link = Link.none
    /// Counts attempts and ends of links; events of an older count are void.
    var generation = 0
    /// Counts the device's advertising series.
    var advertSeries = 0
    var isResolved = false
    /// Whether the GATT objects were made; they stay as long as the device object.
    var knowsServices = false
    var connectCall: Int?
    var disconnectCalls: [Int] = []
    var pairing: Pairing?
    var notifications: [UInt16: Notifications] = [:]
    var reads: [UInt16: Int] = [:]
    var writes: [UInt16: Int] = [:]
    var framesOnLink = 0
    var lastSeen = Duration.zero
    var rssi: Int16?

    /// Whether the link is up.
    var isUp: Bool {
        if case .up = link { true } else { false }
    }

    /// Whether an attempt is under way.
    var isConnecting: Bool {
        if case .connecting = link { true } else { false }
    }

    /// The notify sessions of one characteristic.
    struct Notifications: Sendable {
        /// The clients by unique name.
        var clients: Set<String> = []
        /// Whether the CCCD is written on this link.
        var isEnabled = false
        /// StartNotify calls that wait for the CCCD.
        var calls: [(id: Int, client: String)] = []
    }

    /// A pairing under way.
    struct Pairing: Sendable {
        /// The Pair call; nil when a guarded attribute set it off.
        var call: Int?
        /// Who started it.
        var client: String?
        /// The agent asked, with the number of the open question.
        var agent: Agent
        var question: Int?
        /// CCCDs that wait for the bond.
        var waiting: [UInt16] = []
    }
}
