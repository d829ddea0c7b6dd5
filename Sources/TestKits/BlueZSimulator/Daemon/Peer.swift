internal import SeededRandom

/// The daemon's knowledge of a device, and the device's state on the air.
struct Peer: Sendable {
    /// The state of the link.
    enum Link: Sendable {
        /// There is no link.
        case none
        /// A connection attempt waits for an advert.
        case connecting(doomed: Bool)
        /// The link is up.
        case up
    }

    /// The address that the device currently advertises.
    var onAir: String
    /// The random source of private addresses and shown passkeys.
    var secrets: SplitMix64
    /// The address in the object path; after bonding with a private address, no longer the device's.
    var pathAddress: String?
    /// Whether the device was removed permanently.
    var isRemoved = false
    /// Whether it is out of range.
    var isGone = false
    /// Whether the device has stopped answering on this link.
    var isSilent = false
    /// Whether the object is exported.
    var isExported = false
    /// Whether the object is removed when the device is not seen.
    var isTemporary = true
    var isPaired = false
    var isTrusted = false
    var isBlocked = false
    var alias: String?
    var name: String?
    var link = Link.none
    /// Counts connection attempts and link ends; events of an older generation are void.
    var generation = 0
    /// Counts the device's advertising series.
    var advertSeries = 0
    var isResolved = false
    /// Whether the GATT objects exist; they live as long as the device object.
    var knowsServices = false
    var connectCall: Int?
    var disconnectCalls: [Int] = []
    var lastSeen = Duration.zero
    /// The discovery round in which the radio reported the device.
    var heardIn: Duration?
    var rssi: Int16?

    /// Whether the link is up.
    var isUp: Bool {
        if case .up = link { true } else { false }
    }

    /// Whether a connection attempt is in progress.
    var isConnecting: Bool {
        if case .connecting = link { true } else { false }
    }
}

extension Peer {
    /// Generates a new resolvable private address, whose two highest bits are 01.
    mutating func takeAddress() {
        var bytes = (0..<6).map { _ in UInt8.random(in: 0...255, using: &secrets) }
        bytes[0] = bytes[0] & 0x3F | 0x40
        onAir = bytes.map { [$0].hex.uppercased() }.joined(separator: ":")
    }
}
