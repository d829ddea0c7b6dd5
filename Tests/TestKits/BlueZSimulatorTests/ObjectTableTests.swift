import DBus
import Testing

@testable import BlueZSimulator

/// The table of objects alone: which signals it sends, and in which order.
struct ObjectTableTests {
    private let table = ObjectTable()
    private let device: DBusObjectPath = "/a/b"

    @Test("The changes of a step share one signal, and answers are sent before it")
    func changesAreHeld() {
        table.export(device, interfaces: [BlueZName.device: ["RSSI": .int16(-50)]])
        _ = table.drain()
        table.set(device, interface: BlueZName.device, name: "Connected", value: true)
        table.invalidate(device, interface: BlueZName.device, name: "RSSI")
        table.set(device, interface: BlueZName.device, name: "Connected", value: true)
        table.reply(7)
        #expect(
            table.drain() == [
                .reply(7, []),
                .propertiesChanged(
                    device,
                    interface: BlueZName.device,
                    changed: ["Connected": true],
                    invalidated: ["RSSI"]
                ),
            ]
        )
        #expect(table.objects == [device: [BlueZName.device: ["Connected": true]]])
    }

    @Test("An object is removed with all below it, the deepest first, each after its last changes")
    func unexport() {
        table.export(device, interfaces: ["t.a": ["P": 1]])
        table.export("/a/b/c", interfaces: ["t.b": [:]])
        _ = table.drain()
        table.set(device, interface: "t.a", name: "P", value: 2)
        table.unexport(device)
        #expect(
            table.drain() == [
                .interfacesRemoved("/a/b/c", ["t.b"]),
                .propertiesChanged(device, interface: "t.a", changed: ["P": 2], invalidated: []),
                .interfacesRemoved(device, ["t.a"]),
            ]
        )
        #expect(table.objects.isEmpty)
    }

    @Test("A daemon that ends removes its objects without signals")
    func clear() {
        table.export(device, interfaces: ["t.a": ["P": 1]])
        table.set(device, interface: "t.a", name: "P", value: 2)
        _ = table.drain()
        table.set(device, interface: "t.a", name: "P", value: 3)
        table.clear()
        table.dropChanges()
        #expect(table.drain().isEmpty)
        #expect(table.objects.isEmpty)
    }
}
