import BlueZ
import DBus
import SeededRandom
import Testing

/// Whenever the objects are requested and whenever the answer is applied, the mirror ends up with, and reports, what
/// the service did.
struct SnapshotOrderTests {
    private static let interface = "org.bluez.Device1"
    private static let paths: [DBusObjectPath] = ["/org/bluez/hci0/dev_A", "/org/bluez/hci0/dev_B"]

    /// A service that adds, changes and removes devices, and sends values.
    private struct Service {
        var objects: DBusManagedObjects = [Recorded.measurementPath: ["org.bluez.GattCharacteristic1": [:]]]
        var random: SplitMix64
        var values: [UInt8] = []

        /// Takes a random action and returns its signal.
        mutating func act(_ ordinal: UInt64) -> DBusSignal {
            let path = paths[Int.random(in: 0..<paths.count, using: &random)]
            let rssi = DBusValue.int16(Int16.random(in: -90 ... -30, using: &random))
            if Int.random(in: 0..<4, using: &random) == 0 {
                values.append(UInt8(truncatingIfNeeded: ordinal))
                let value: [String: DBusValue] = ["Value": .bytes([UInt8(truncatingIfNeeded: ordinal)])]
                objects[Recorded.measurementPath] = ["org.bluez.GattCharacteristic1": value]
                return Signals.changed(Recorded.measurementPath, "org.bluez.GattCharacteristic1", value, ordinal)
            }
            guard objects[path] != nil else {
                objects[path] = [interface: ["RSSI": rssi]]
                return Signals.added(path, [interface: ["RSSI": rssi]], ordinal)
            }
            guard Bool.random(using: &random) else {
                objects[path] = nil
                return Signals.removed(path, [interface], ordinal)
            }
            objects[path]?[interface]?["RSSI"] = rssi
            return Signals.changed(path, interface, ["RSSI": rssi], ordinal)
        }
    }

    /// A consumer that sees only the reported changes.
    private struct Follower {
        var devices: Set<DBusObjectPath> = []
        var values: [UInt8] = []

        mutating func take(_ changes: [CacheChange]) {
            for change in changes {
                switch change {
                case .added(let path, interface: SnapshotOrderTests.interface):
                    #expect(devices.insert(path).inserted, "added twice")
                case .removed(let path, interface: SnapshotOrderTests.interface):
                    #expect(devices.remove(path) != nil, "removed twice")
                case .changed(_, _, let properties, _):
                    if let value = properties["Value"]?.bytes { values += value }
                default: break
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func theMirrorShowsWhatTheServiceDid(isKnown: Bool) throws {
        for seed in 0..<2_000 {
            var service = Service(random: SplitMix64(seed: UInt64(seed)))
            var draw = SplitMix64(seed: UInt64(seed), stream: 1)
            var cache = ObjectCache()
            var follower = Follower()
            // Already complete, or just created.
            if isKnown { follower.take(cache.replace(with: service.objects, ordinal: 0)) }
            let asked = Int.random(in: 1...20, using: &draw)
            let answered = Int.random(in: asked...30, using: &draw)
            let taken = Int.random(in: answered...40, using: &draw)
            var snapshot: DBusManagedObjects = [:]
            for step in 1...40 {
                follower.take(cache.apply(service.act(UInt64(step * 2))))
                if step == asked { cache.expectSnapshot() }
                if step == answered { snapshot = service.objects }
                if step == taken { follower.take(cache.replace(with: snapshot, ordinal: UInt64(answered * 2 + 1))) }
            }
            try #require(cache.objects == service.objects, "seed \(seed)")
            try #require(
                follower.devices == Set(service.objects.keys).subtracting([Recorded.measurementPath]),
                "seed \(seed)"
            )
            try #require(follower.values == service.values, "seed \(seed)")
        }
    }
}
