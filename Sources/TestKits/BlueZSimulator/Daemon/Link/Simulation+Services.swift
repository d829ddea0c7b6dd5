import DBus

/// The GATT objects of a device.
extension Simulation {
    mutating func exportServices(_ index: Int) {
        guard !peers[index].knowsServices else { return }
        peers[index].knowsServices = true
        let device = path(index)
        for service in devices[index].layout.services {
            let path = device.appending("service" + Self.handle(service.handle))
            export(
                path,
                interfaces: [
                    BlueZName.gattService: [
                        "UUID": .string(service.uuid), "Device": .objectPath(device), "Primary": true,
                        "Includes": .objectPaths([]),
                    ]
                ]
            )
            for characteristic in service.characteristics {
                exportCharacteristic(characteristic, below: path, mtu: devices[index].script.mtu)
            }
        }
    }

    private mutating func exportCharacteristic(
        _ characteristic: GattLayout.Characteristic,
        below service: DBusObjectPath,
        mtu: UInt16
    ) {
        let path = service.appending("char" + Self.handle(characteristic.handle))
        var properties: [String: DBusValue] = [
            "UUID": .string(GattUUID.text(characteristic.short)), "Service": .objectPath(service),
            "Value": .bytes([]), "Flags": .strings(characteristic.flags), "MTU": .uint16(mtu),
        ]
        if characteristic.hasCCCD { properties["Notifying"] = false }
        export(path, interfaces: [BlueZName.characteristic: properties])
        guard characteristic.hasCCCD else { return }
        export(
            path.appending("desc" + Self.handle(characteristic.handle + 2)),
            interfaces: [
                BlueZName.descriptor: [
                    "UUID": .string(GattUUID.text(0x2902)), "Characteristic": .objectPath(path), "Value": .bytes([]),
                ]
            ]
        )
    }

    /// The device and characteristic of an object path.
    func characteristic(_ path: DBusObjectPath) -> (device: Int, characteristic: GattLayout.Characteristic)? {
        for index in devices.indices where peers[index].isExported && path.isDescendant(of: self.path(index)) {
            for characteristic in devices[index].layout.services.flatMap(\.characteristics)
            where self.path(index, short: characteristic.short) == path {
                return (index, characteristic)
            }
        }
        return nil
    }
}
