import DBus

/// The GATT objects of a device.
final class GattObjects {
    private unowned let world: Simulation

    init(_ world: Simulation) {
        self.world = world
    }

    func exportServices(_ index: Int) {
        guard !world.peers[index].knowsServices else { return }
        world.peers[index].knowsServices = true
        let device = world.deviceObjects.path(index)
        for service in world.devices[index].layout.services {
            let path = device.appending("service" + DeviceObjects.handle(service.handle))
            world.exports.export(
                path,
                interfaces: [
                    BlueZName.gattService: [
                        "UUID": .string(service.uuid), "Device": .objectPath(device), "Primary": true,
                        "Includes": .objectPaths([]),
                    ]
                ]
            )
            for characteristic in service.characteristics {
                exportCharacteristic(characteristic, below: path, mtu: world.devices[index].script.mtu)
            }
        }
    }

    private func exportCharacteristic(
        _ characteristic: GattLayout.Characteristic,
        below service: DBusObjectPath,
        mtu: UInt16
    ) {
        let path = service.appending("char" + DeviceObjects.handle(characteristic.handle))
        var properties: [String: DBusValue] = [
            "UUID": .string(GattUUID.text(characteristic.short)), "Service": .objectPath(service),
            "Value": .bytes([]), "Flags": .strings(characteristic.flags), "MTU": .uint16(mtu),
        ]
        if characteristic.hasCCCD { properties["Notifying"] = false }
        world.exports.export(path, interfaces: [BlueZName.characteristic: properties])
        guard characteristic.hasCCCD else { return }
        world.exports.export(
            path.appending("desc" + DeviceObjects.handle(characteristic.handle + 2)),
            interfaces: [
                BlueZName.descriptor: [
                    "UUID": .string(GattUUID.text(0x2902)), "Characteristic": .objectPath(path), "Value": .bytes([]),
                ]
            ]
        )
    }

    /// The device and characteristic of an object path.
    func characteristic(_ path: DBusObjectPath) -> (device: Int, characteristic: GattLayout.Characteristic)? {
        for index in world.devices.indices
        where world.peers[index].isExported && path.isDescendant(of: world.deviceObjects.path(index)) {
            for characteristic in world.devices[index].layout.services.flatMap(\.characteristics)
            where world.deviceObjects.path(index, short: characteristic.short) == path {
                return (index, characteristic)
            }
        }
        return nil
    }
}
