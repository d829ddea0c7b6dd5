/// Objects by path, their interfaces by name, and each one's properties without variants.
public typealias DBusManagedObjects = [DBusObjectPath: [String: [String: DBusValue]]]
