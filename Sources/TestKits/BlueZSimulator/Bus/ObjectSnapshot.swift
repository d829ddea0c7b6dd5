import DBus
import Synchronization

/// The daemon's objects as already announced on the bus.
///
/// Serves reads of properties and managed objects on the connection's own queue, so that an answer never overtakes a
/// signal or lags behind one.
final class ObjectSnapshot: Sendable {
    private let objects = Mutex<[DBusObjectPath: InterfaceProperties]>([:])

    /// The value of a property; nil if it currently has none.
    func value(_ path: DBusObjectPath, interface: String, name: String) -> DBusValue? {
        objects.withLock { $0[path]?[interface]?[name] }
    }

    /// The answer to GetManagedObjects, `a{oa{sa{sv}}}`.
    func managedObjects() -> DBusValue {
        let entries = objects.withLock { $0 }.sorted { $0.key < $1.key }.map { path, interfaces in
            DBusDictionaryEntry(key: .objectPath(path), value: .interfaces(interfaces))
        }
        return .dictionary(
            DBusDictionary(keyType: .objectPath, valueType: InterfaceTable.interfacesType, entries: entries)
        )
    }

    /// Applies an output to the objects.
    func apply(_ output: SimulationOutput) {
        objects.withLock { objects in
            switch output {
            case .interfacesAdded(let path, let interfaces): objects[path, default: [:]].merge(interfaces) { $1 }
            case .interfacesRemoved(let path, let names):
                for name in names { objects[path]?[name] = nil }
                if objects[path]?.isEmpty == true { objects[path] = nil }
            case .propertiesChanged(let path, let interface, let changed, let invalidated):
                objects[path]?[interface]?.merge(changed) { $1 }
                for name in invalidated { objects[path]?[interface]?[name] = nil }
            case .daemonStopped: objects = [:]
            default: break
            }
        }
    }
}
