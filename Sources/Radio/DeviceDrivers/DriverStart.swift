public import DeviceCodecs
public import FoundationEssentials

/// What the hub knows when it starts a driver's session.
public struct DriverStart: Sendable {
    /// The most bytes that ``DriverOutput/keep(_:)`` and ``DriverOutput/keepSecret(_:)`` take, each.
    public static let storeLimit = 1_024

    /// What identifies the device's model.
    public var device: DeviceIdentity
    /// The hub's clock.
    public var now: Date
    /// The site's offset from UTC in seconds.
    public var utcOffset: Int
    /// The site's offset from UTC in seconds at a moment, for devices whose clock shows UTC.
    public var utcOffsetAt: @Sendable (Date) -> Int
    /// The negotiated ATT MTU in bytes, three more than a value has; nil on BlueZ before 5.62.
    public var mtu: Int?
    /// The characteristics that take writes with response.
    public var writable: Set<BluetoothUUID>
    /// Whether the device is bonded, or was until its driver dropped the bond after a link.
    public var wasBonded: Bool
    /// Whether a person pairs the device now, so that keys may be exchanged.
    public var isPairing: Bool
    /// What an earlier link kept with ``DriverOutput/keep(_:)``.
    public var stored: [UInt8]?
    /// What an earlier link kept with ``DriverOutput/keepSecret(_:)``.
    public var secret: [UInt8]?
    /// 32 random bytes, for keys and tokens.
    public var entropy: [UInt8]

    /// Makes a start; the parts that are left out are unknown.
    public init(
        device: DeviceIdentity,
        now: Date = Date(timeIntervalSince1970: 0),
        utcOffset: Int = 0,
        mtu: Int? = nil,
        writable: Set<BluetoothUUID> = [],
        wasBonded: Bool = false,
        isPairing: Bool = false,
        stored: [UInt8]? = nil,
        secret: [UInt8]? = nil,
        entropy: [UInt8] = [UInt8](repeating: 0, count: 32)
    ) {
        self.device = device
        self.now = now
        self.utcOffset = utcOffset
        utcOffsetAt = { _ in utcOffset }
        self.mtu = mtu
        self.writable = writable
        self.wasBonded = wasBonded
        self.isPairing = isPairing
        self.stored = stored
        self.secret = secret
        self.entropy = entropy
    }
}
