public import DeviceCodecs

/// Scales of Beurer, Sanitas and Runtastic with the service FFE0: the weighings of the people whom the scale knows.
///
/// No user is added, changed or deleted, and no weighing is deleted or assigned. The scale's clock is set only if
/// the scale does not answer otherwise. Source: facts §7.1. Tested with captured frames, never on a device.
public struct BeurerScale: ProtocolDriver {
    /// `beurer`.
    public static let name = ProtocolName.beurer

    /// Needs no secrets; the scales do not bond.
    public init(_: DriverSecrets) {}

    /// Makes a session without the hub's time.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { BeurerSession(start) }

    /// Whether a write greets, sets the clock, asks for the users or a user's weighings, or acknowledges a frame.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        guard characteristic == BeurerLink.pipe, let first = bytes.first, first >= 0xE0 else { return false }
        return switch (first & 0x0F, bytes.count) {
        case (0x6, 2): bytes[1] == 0x01
        case (0x9, 5): true
        case (0x7, 2): bytes[1] == 0x33
        case (0x7, 10): bytes[1] == 0x41
        case (0x7, 5): bytes[1] == 0xF1
        default: false
        }
    }
}

/// The scales' frames, whose first byte has the model's half and the kind's half.
enum BeurerLink {
    /// The characteristic for both directions.
    static let pipe = BluetoothUUID(0xFFE1)

    /// The upper half of all first bytes by the advertised name.
    ///
    /// The BF710 advertises as `BF700`, and the BF700 with its maker or a dash.
    static func half(_ name: String?) -> UInt8 {
        let name = name?.uppercased() ?? ""
        let first = ["BF-700", "BF-800", "BEURER BF700", "BEURER BF800", "RT-LIBRA", "LIBRA-"]
        return first.contains { name.hasPrefix($0) } ? 0xF0 : 0xE0
    }

    /// Begins a session.
    static func greeting(_ half: UInt8) -> [UInt8] { [half | 0x6, 0x01] }

    /// Sets the clock, in seconds since 1970.
    static func clock(_ half: UInt8, seconds: Int) -> [UInt8] {
        [half | 0x9] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: seconds >> $0) }
    }

    /// Asks for the users.
    static func users(_ half: UInt8) -> [UInt8] { [half | 0x7, 0x33] }

    /// Asks for a user's stored weighings.
    static func saved(_ half: UInt8, user: [UInt8]) -> [UInt8] { [half | 0x7, 0x41] + user }

    /// Acknowledges a frame of at least four bytes; without it the scale sends no more.
    static func acknowledgement(of frame: [UInt8]) -> [UInt8] { [frame[0], 0xF1] + frame[1...3] }

    /// A weighing in two parts of a result.
    struct Weighing {
        /// The 22 bytes that a weighing has wherever it is sent.
        let bytes: [UInt8]
        /// Seconds since 1970 by the scale's clock.
        let seconds: UInt32
        /// The values.
        let frame: DriverFrame

        /// Joins two parts; nil if they are not of one weighing.
        init?(_ first: [UInt8]?, and second: [UInt8]?) {
            guard let first, let second else { return nil }
            let frames = ScaleWeighing.frames([first, second], of: "beurer")
            guard let frame = frames.first(where: { $0.kind == "measurement" }) else { return nil }
            bytes = Array(first.dropFirst(4) + second.dropFirst(4))
            seconds = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
            self.frame = frame
        }
    }
}
