/// A device's GATT table.
package struct GattLayout: Equatable, Sendable {
    /// A service and its characteristics.
    package struct Service: Equatable, Sendable {
        /// The declaration's handle.
        package let handle: UInt16
        /// The UUID in 128-bit form.
        package let uuid: String
        /// The characteristics.
        package let characteristics: [Characteristic]
    }

    /// A characteristic.
    package struct Characteristic: Equatable, Sendable {
        /// The declaration's handle; the value's is one higher, the CCCD's two.
        package let handle: UInt16
        /// The 16-bit UUID, or a name of ``GattUUID/vendor``.
        package let short: UInt16
        /// `read`, `write`, `notify`, `indicate`.
        package let flags: [String]
        /// Whether a device that wants pairing asks for an encrypted link first.
        package let isGuarded: Bool

        /// Whether it has a CCCD.
        package var hasCCCD: Bool { flags.contains("notify") || flags.contains("indicate") }
    }

    /// The services in order of their handles.
    package let services: [Service]

    /// The table of a scripted device with the services of its profile.
    package init(_ device: ScenarioDevice, _ profile: [ProfileService]) {
        let information = ProfileService(0x180A, [0x2A29, 0x2A24, 0x2A25].map { .init($0, ["read"]) })
        let battery = ProfileService(0x180F, [.init(0x2A19, ["read", "notify"])])
        var next: UInt16 = 0x0010
        services = ([information] + profile + (device.battery == nil ? [] : [battery])).map { service in
            let handle = next
            next += 1
            let characteristics = service.rows.map { row in
                let found = Characteristic(handle: next, short: row.short, flags: row.flags, isGuarded: row.isGuarded)
                next += found.hasCCCD ? 3 : 2
                return found
            }
            return Service(handle: handle, uuid: GattUUID.text(service.uuid), characteristics: characteristics)
        }
    }

    /// The characteristic of a 16-bit UUID.
    package func characteristic(_ short: UInt16) -> Characteristic? {
        services.lazy.flatMap(\.characteristics).first { $0.short == short }
    }
}

/// UUIDs in the text form that BlueZ uses.
package enum GattUUID {
    /// Names for the makers' own 128-bit UUIDs, from a range that the Bluetooth SIG has not assigned.
    static let contourService: UInt16 = 0xFB01
    /// The clock of Contour meters.
    static let contourClock: UInt16 = 0xFB02

    static let vendor: [UInt16: String] = [
        contourService: "00000000-0002-11e2-9e96-0800200c9a66",
        contourClock: "00001026-0002-11e2-9e96-0800200c9a66",
    ]

    /// The 128-bit form of a 16-bit UUID.
    package static func text(_ short: UInt16) -> String {
        if let text = vendor[short] { return text }
        let digits = String(short, radix: 16)
        return "0000" + String(repeating: "0", count: 4 - digits.count) + digits + "-0000-1000-8000-00805f9b34fb"
    }

    /// The 128-bit form of a UUID given in either form.
    package static func expand(_ uuid: String) -> String {
        guard uuid.count == 4, let short = UInt16(uuid, radix: 16) else { return uuid.lowercased() }
        return text(short)
    }
}

/// An error of the attribute protocol that a device answers.
package enum AttError: UInt8, Error, Sendable {
    /// The attribute cannot be read.
    case readNotPermitted = 0x02
    /// The attribute cannot be written.
    case writeNotPermitted = 0x03
    /// The link is not encrypted.
    case insufficientAuthentication = 0x05
    /// The value has the wrong length.
    case invalidLength = 0x0D
    /// No answer came in 30 s (the host says so itself).
    case unlikely = 0x0E
    /// A user's data without that user's consent (User Data Service).
    case userDataAccess = 0x80
    /// The control point's or the measurement's CCCD is not written (common profile error).
    case cccdImproper = 0xFD
    /// A procedure runs already (common profile error).
    case procedureInProgress = 0xFE
    /// The value is out of range (common profile error).
    case outOfRange = 0xFF
}
