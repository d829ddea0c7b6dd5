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
