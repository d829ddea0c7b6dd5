internal import SeededRandom

/// What the daemon knows of one device, and how the device is on the air.
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

    /// The address by which the device is heard now.
    var onAir: String
    /// Where private addresses and shown passkeys come from.
    var secrets: SplitMix64
    /// The address that the object's path has; after bonding with a private one it is not the device's any more.
    var pathAddress: String?
    /// Whether the device was taken away for good.
    var isRemoved = false
    /// Whether it is out of range.
    var isGone = false
    /// What somebody typed on the device before it asked.
    var typed: UInt32?
    /// Whether the device answers nothing on this link.
    var isSilent = false
    /// Whether it sends for ever on this link.
    var isFlooding = false
    /// What the daemon can still take of a fast stream.
    var inbox = Inbox()
    /// Pair calls for a device that is paired already.
    var pairAgainCalls: [Int] = []
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
    /// Reads and writes on this link, by their step.
    var accesses: [LinkStep: Int] = [:]
    var lastSeen = Duration.zero
    /// The round of discovery in which the radio told of the device.
    var heardIn: Duration?
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
        /// Other requests that wait for the bond.
        var requests: [SimulationEvent] = []
        /// What the agent shows, for the device to enter.
        var shown: UInt32?
    }
}

extension Peer {
    /// Takes a new resolvable private address: its two highest bits are 01.
    mutating func takeAddress() {
        var bytes = (0..<6).map { _ in UInt8.random(in: 0...255, using: &secrets) }
        bytes[0] = bytes[0] & 0x3F | 0x40
        onAir = bytes.map { [$0].hex.uppercased() }.joined(separator: ":")
    }
}
