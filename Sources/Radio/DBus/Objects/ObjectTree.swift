/// The exported objects of a connection.
struct ObjectTree {
    /// The interfaces of each object, by name.
    private(set) var objects: [DBusObjectPath: [String: DBusInterface]] = [:]
    /// The paths of the object managers.
    private(set) var managers: Set<DBusObjectPath> = []

    mutating func add(_ interfaces: [DBusInterface], at path: DBusObjectPath) {
        for interface in interfaces { objects[path, default: [:]][interface.name] = interface }
    }

    /// Removes interfaces, or all of them, and returns the names of those that existed.
    mutating func remove(_ names: [String]?, at path: DBusObjectPath) -> [String] {
        guard let present = objects[path] else { return [] }
        let removed = present.keys.filter { names?.contains($0) ?? true }.sorted()
        for name in removed { objects[path]?[name] = nil }
        if objects[path]?.isEmpty == true { objects[path] = nil }
        if names == nil { managers.remove(path) }
        return removed
    }

    mutating func addManager(at path: DBusObjectPath) {
        managers.insert(path)
    }

    /// The nearest object manager above an object; nil if there is none.
    func manager(of path: DBusObjectPath) -> DBusObjectPath? {
        managers.filter { path.isDescendant(of: $0) }.max { $0.string.utf8.count < $1.string.utf8.count }
    }

    /// The objects below an object manager.
    func managed(by manager: DBusObjectPath) -> [DBusObjectPath] {
        objects.keys.filter { $0.isDescendant(of: manager) }.sorted()
    }

    /// Whether there is an object at or below the path.
    func isNode(_ path: DBusObjectPath) -> Bool {
        isObject(path) || objects.keys.contains { $0.isDescendant(of: path) }
            || managers.contains { $0.isDescendant(of: path) }
    }

    func isObject(_ path: DBusObjectPath) -> Bool {
        objects[path] != nil || managers.contains(path)
    }

    /// The names of the direct child nodes of a path.
    func children(of path: DBusObjectPath) -> [String] {
        let prefix = path.string == "/" ? "/" : path.string + "/"
        let names = (Array(objects.keys) + Array(managers)).filter { $0.isDescendant(of: path) }.compactMap {
            $0.string.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
        }
        return Set(names).sorted()
    }
}

/// Objects by path, their interfaces by name, and the properties of each, unwrapped from variants.
public typealias DBusManagedObjects = [DBusObjectPath: [String: [String: DBusValue]]]
