import BlueZ
import DBus
import Testing

@Suite struct ObjectCacheTests {
    private func cache(_ snapshot: DBusManagedObjects = Recorded.snapshot, ordinal: UInt64 = 10) -> ObjectCache {
        var cache = ObjectCache()
        _ = cache.replace(with: snapshot, ordinal: ordinal)
        return cache
    }

    @Test func aSnapshotIsToldParentsFirst() {
        var cache = ObjectCache()
        let changes = cache.replace(with: Recorded.snapshot, ordinal: 1)
        #expect(
            changes == [
                .added("/org/bluez", interface: "org.bluez.AgentManager1"),
                .added(Recorded.adapterPath, interface: "org.bluez.Adapter1"),
                .added(Recorded.devicePath, interface: "org.bluez.Device1"),
            ]
        )
        #expect(cache.isComplete)
    }

    @Test func aDeviceIsReadWhole() throws {
        let device = try #require(cache().devices.first)
        #expect(device.address == BluetoothAddress("c0:11:22:33:44:55"))
        #expect(device.addressType == .random)
        #expect(device.name == "BP cuff")
        #expect(device.rssi == -50)
        #expect(device.uuids == ["00001810-0000-1000-8000-00805f9b34fb"])
        #expect(device.manufacturerData == [0x0157: [1, 2, 3]])
        #expect(device.serviceData == ["0000181d-0000-1000-8000-00805f9b34fb": [9]])
        #expect(!device.isConnected && !device.isPaired && !device.isBonded && !device.areServicesResolved)
        #expect(device.adapter == Recorded.adapterPath)
    }

    /// BlueZ before 5.65 has no `Bonded` property.
    @Test func pairedStandsForBondedOnOldBlueZ() {
        var cache = cache()
        _ = cache.apply(Signals.changed(Recorded.devicePath, "org.bluez.Device1", ["Paired": true], 11))
        #expect(cache.devices.first?.isBonded == true)
        _ = cache.apply(Signals.changed(Recorded.devicePath, "org.bluez.Device1", ["Bonded": false], 12))
        #expect(cache.devices.first?.isBonded == false)
    }

    @Test func changesAndInvalidationsAreFollowed() {
        var cache = cache()
        let changes = cache.apply(
            Signals.changed(Recorded.devicePath, "org.bluez.Device1", ["Connected": true], invalidated: ["RSSI"], 11)
        )
        #expect(changes.count == 1)
        #expect(cache.devices.first?.isConnected == true)
        #expect(cache.devices.first?.rssi == nil)
    }

    @Test func removalsAreFollowed() {
        var cache = cache()
        let removed = cache.apply(
            Signals.removed(Recorded.devicePath, ["org.bluez.Device1", "org.bluez.Battery1"], 11)
        )
        #expect(removed == [.removed(Recorded.devicePath, interface: "org.bluez.Device1")])
        #expect(cache.devices.isEmpty)
        #expect(cache.objects[Recorded.devicePath] == nil)
        let late = Signals.changed(Recorded.devicePath, "org.bluez.Device1", ["RSSI": .int16(-40)], 12)
        #expect(cache.apply(late).isEmpty, "a late change does not bring it back")
        let added = cache.apply(Signals.added(Recorded.devicePath, ["org.bluez.Device1": Recorded.device], 13))
        #expect(added == [.added(Recorded.devicePath, interface: "org.bluez.Device1")])
    }

    /// A snapshot includes the signals sent before it; applying them again would bring back old values.
    @Test func signalsOlderThanTheSnapshotChangeNothing() {
        var cache = cache(Recorded.connectedSnapshot, ordinal: 10)
        let before = cache
        #expect(cache.apply(Signals.changed(Recorded.devicePath, "org.bluez.Device1", ["Connected": false], 9)).isEmpty)
        #expect(cache.apply(Signals.removed(Recorded.devicePath, ["org.bluez.Device1"], 8)).isEmpty)
        #expect(cache.apply(Signals.added("/org/bluez/hci0/dev_X", ["org.bluez.Device1": [:]], 7)).isEmpty)
        #expect(cache == before)
    }

    /// A value is a notification: each one counts, even an old or equal one.
    @Test func everyValueIsTold() {
        var cache = cache(Recorded.connectedSnapshot, ordinal: 10)
        for ordinal: UInt64 in [5, 11, 12] {
            let signal = Signals.changed(
                Recorded.measurementPath,
                "org.bluez.GattCharacteristic1",
                ["Value": .bytes([1, 2])],
                ordinal
            )
            let expected = CacheChange.changed(
                Recorded.measurementPath,
                interface: "org.bluez.GattCharacteristic1",
                properties: ["Value": .bytes([1, 2])],
                invalidated: []
            )
            #expect(cache.apply(signal) == [expected])
        }
    }

    @Test func aNewSnapshotTellsTheDifference() {
        var cache = cache(Recorded.connectedSnapshot)
        let changes = cache.replace(with: Recorded.snapshot, ordinal: 20)
        #expect(changes.contains(.removed(Recorded.servicePath, interface: "org.bluez.GattService1")))
        #expect(
            changes.contains(
                .changed(
                    Recorded.devicePath,
                    interface: "org.bluez.Device1",
                    properties: ["Connected": false, "ServicesResolved": false],
                    invalidated: []
                )
            )
        )
        #expect(cache.replace(with: Recorded.snapshot, ordinal: 30).isEmpty)
    }

    /// Signals arrive while the objects are read: those after the answer count, those before it do not.
    @Test func whatCameWhileASnapshotWasAskedForCounts() {
        for before in [ObjectCache(), cache(Recorded.connectedSnapshot, ordinal: 5)] {
            var cache = before
            cache.expectSnapshot()
            let older = Signals.changed(Recorded.devicePath, "org.bluez.Device1", ["RSSI": .int16(-9)], 18)
            let newer = Signals.changed(Recorded.devicePath, "org.bluez.Device1", ["RSSI": .int16(-77)], 22)
            let gone = Signals.removed(Recorded.servicePath, ["org.bluez.GattService1"], 23)
            for signal in [older, newer, gone] { _ = cache.apply(signal) }
            let changes = cache.replace(with: Recorded.connectedSnapshot, ordinal: 20)
            #expect(cache.devices.first?.rssi == -77)
            #expect(cache.objects[Recorded.servicePath] == nil)
            // A change that was reported on arrival is not reported again.
            #expect(changes.isEmpty == before.isComplete)
            #expect(cache.replace(with: Recorded.connectedSnapshot, ordinal: 30).isEmpty == false, "it counts once")
        }
    }

    @Test func aSnapshotBehindTooManySignalsIsOfNoUse() {
        var cache = cache(Recorded.connectedSnapshot, ordinal: 5)
        let signal = Signals.changed(Recorded.devicePath, "org.bluez.Device1", ["RSSI": .int16(-9)], 18)
        for _ in 0..<20_000 { _ = cache.apply(signal) }
        #expect(cache.isJournalWhole, "nobody asked for one")
        cache.expectSnapshot()
        for _ in 0..<20_000 { _ = cache.apply(signal) }
        #expect(!cache.isJournalWhole)
        cache.expectSnapshot()
        #expect(cache.isJournalWhole)
    }

    @Test func clearingTellsChildrenFirstAndForgets() {
        var cache = cache(Recorded.connectedSnapshot)
        let changes = cache.clear()
        #expect(changes.first == .removed(Recorded.featurePath, interface: "org.bluez.GattCharacteristic1"))
        #expect(changes.count == 6)
        #expect(!cache.isComplete)
        let late = Signals.added(Recorded.devicePath, ["org.bluez.Device1": Recorded.device], 99)
        #expect(cache.apply(late).isEmpty, "nothing is stored before a snapshot")
    }

    @Test func theTreeOfServicesIsRead() throws {
        let services = cache(Recorded.connectedSnapshot).services(of: Recorded.devicePath)
        let service = try #require(services.first)
        #expect(services.count == 1)
        #expect(service.uuid == "00001810-0000-1000-8000-00805f9b34fb")
        #expect(service.isPrimary)
        #expect(service.characteristics.map(\.path) == [Recorded.measurementPath, Recorded.featurePath])
        let measurement = try #require(service.characteristic("00002a35-0000-1000-8000-00805f9b34fb"))
        #expect(measurement.canNotify)
        #expect(measurement.mtu == 517)
        #expect(measurement.device == Recorded.devicePath)
    }

    @Test func theAdapterIsChosenByAddressOrAlone() throws {
        let address = BluetoothAddress("00:AA:01:00:00:00")
        #expect(try cache().adapter(nil).address == address)
        var two = cache()
        let second = Recorded.adapter.merging(["Address": "00:AA:01:00:00:01"]) { $1 }
        _ = two.apply(Signals.added("/org/bluez/hci1", ["org.bluez.Adapter1": second], 11))
        #expect(fault { try two.adapter(nil) } == .ambiguousAdapter)
        #expect(try two.adapter(BluetoothAddress("00:AA:01:00:00:01")).path == "/org/bluez/hci1")
        #expect(fault { try two.adapter(BluetoothAddress("00:AA:01:00:00:02")) } == .noAdapter)
        #expect(fault { try cache([:]).adapter(nil) } == .noAdapter)
        #expect(fault { try ObjectCache().adapter(nil) } == .serviceNotRunning)
    }

    /// Values with wrong types from outside are left out and never trap.
    @Test func wrongTypesAreLeftOut() {
        var cache = cache()
        let odd: [String: DBusValue] = [
            "RSSI": "strong", "UUIDs": .bytes([1]), "ManufacturerData": .strings(["x"]), "Connected": .int16(1),
        ]
        _ = cache.apply(Signals.changed(Recorded.devicePath, "org.bluez.Device1", odd, 11))
        let device = cache.devices.first
        #expect(device?.rssi == nil)
        #expect(device?.uuids == [])
        #expect(device?.manufacturerData == [:])
        #expect(device?.isConnected == false)
        for arguments: [DBusValue] in [
            [], [1], ["a", "b", "c"], [.objectPath("/x")], [.objectPath("/x"), .dictionary([:])],
        ] {
            for member in ["InterfacesAdded", "InterfacesRemoved", "PropertiesChanged"] {
                let interface = "org.freedesktop.DBus." + (member.hasPrefix("I") ? "ObjectManager" : "Properties")
                let signal = DBusSignal(
                    sender: ":1.3",
                    path: "/",
                    interface: interface,
                    member: member,
                    arguments: arguments,
                    ordinal: 12
                )
                #expect(cache.apply(signal).isEmpty)
            }
        }
        _ = cache.apply(Signals.changed(Recorded.devicePath, "org.bluez.Device1", ["Address": "nonsense"], 13))
        #expect(cache.devices.isEmpty)
    }

    @Test(arguments: [
        "", "AA:BB:CC:DD:EE", "AA:BB:CC:DD:EE:FG", "AABBCCDDEEFF", "AA:BB:CC:DD:EE:F", "٠٠:BB:CC:DD:EE:FF",
    ])
    func addressesAreChecked(_ text: String) {
        #expect(BluetoothAddress(text) == nil)
    }

    private func fault(_ body: () throws -> AdapterInfo) -> BlueZError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? BlueZError)?.code
        }
    }
}
