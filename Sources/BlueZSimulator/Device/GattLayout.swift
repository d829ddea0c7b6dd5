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
        /// The 16-bit UUID.
        package let short: UInt16
        /// `read`, `write`, `notify`, `indicate`.
        package let flags: [String]

        /// Whether it has a CCCD.
        package var hasCCCD: Bool { flags.contains("notify") || flags.contains("indicate") }
    }

    /// The services in order of their handles.
    package let services: [Service]

    /// The table of a scripted device.
    package init(_ device: ScenarioDevice) {
        var next: UInt16 = 0x0010
        func service(_ uuid: UInt16, _ parts: [(UInt16, [String])]) -> Service {
            let handle = next
            next += 1
            var characteristics: [Characteristic] = []
            for (short, flags) in parts {
                let characteristic = Characteristic(handle: next, short: short, flags: flags)
                characteristics.append(characteristic)
                next += characteristic.hasCCCD ? 3 : 2
            }
            return Service(handle: handle, uuid: GattUUID.text(uuid), characteristics: characteristics)
        }
        let profile = device.profile
        var health: [(UInt16, [String])] = [(profile.measurement, ["indicate"])]
        if let intermediate = profile.intermediate { health.append((intermediate, ["notify"])) }
        health += [(profile.feature.uuid, ["read"]), (0x2A08, ["read", "write"])]
        var services = [
            service(0x180A, [(0x2A29, ["read"]), (0x2A24, ["read"]), (0x2A25, ["read"])]),
            service(profile.service, health),
        ]
        // bluetoothd claims the battery service and shows Battery1 in its place.
        if device.battery != nil, !device.batteryAsInterface {
            services.append(service(0x180F, [(0x2A19, ["read", "notify"])]))
        }
        self.services = services
    }

    /// The characteristic of a 16-bit UUID.
    package func characteristic(_ short: UInt16) -> Characteristic? {
        services.lazy.flatMap(\.characteristics).first { $0.short == short }
    }
}
