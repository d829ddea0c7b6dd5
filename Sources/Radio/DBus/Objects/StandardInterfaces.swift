/// The standard interfaces of every exported object, as introspection shows them.
enum StandardInterfaces {
    static func declared(isManager: Bool) -> [DBusInterface] {
        [properties, introspectable] + (isManager ? [objectManager] : [])
    }

    private static let propertyMap = DBusType.dictionary(key: .string, value: .variant)
    private static let interfaceMap = DBusType.dictionary(key: .string, value: propertyMap)

    private static let introspectable = DBusInterface(
        BusName.introspectable,
        methods: [declared("Introspect", out: [.string])]
    )

    private static let properties = DBusInterface(
        BusName.properties,
        methods: [
            declared("Get", in: [.string, .string], out: [.variant]),
            declared("GetAll", in: [.string], out: [propertyMap]),
            declared("Set", in: [.string, .string, .variant]),
        ],
        signals: [DBusSignalDeclaration(BusName.propertiesChanged, types: [.string, propertyMap, .array(.string)])]
    )

    private static let objectManager = DBusInterface(
        BusName.objectManager,
        methods: [declared("GetManagedObjects", out: [.dictionary(key: .objectPath, value: interfaceMap)])],
        signals: [
            DBusSignalDeclaration(BusName.interfacesAdded, types: [.objectPath, interfaceMap]),
            DBusSignalDeclaration(BusName.interfacesRemoved, types: [.objectPath, .array(.string)]),
        ]
    )

    /// A method declared for introspection only; ``CallRouter`` answers it.
    private static func declared(_ name: String, in input: [DBusType] = [], out output: [DBusType] = []) -> DBusMethod {
        DBusMethod(name, in: input, out: output) { _ in [] }
    }
}

/// Reads the properties of exported interfaces for the replies of the standard interfaces.
enum PropertyReader {
    static let propertiesType = DBusType.dictionary(key: .string, value: .variant)
    static let interfacesType = DBusType.dictionary(key: .string, value: propertiesType)

    /// The properties of an interface, without those currently absent.
    static func properties(of interface: DBusInterface) async -> [String: DBusValue] {
        var values: [String: DBusValue] = [:]
        for property in interface.properties {
            // Absent is nil: a property without a value is absent.
            guard let value = try? await property.getter() else { continue }
            values[property.name] = value
        }
        return values
    }

    /// Interfaces with their properties, as `a{sa{sv}}`.
    static func interfaces(_ interfaces: [DBusInterface]) async -> DBusValue {
        var entries: [DBusDictionaryEntry] = []
        for interface in interfaces {
            let properties = DBusValue.dictionary(await properties(of: interface))
            entries.append(DBusDictionaryEntry(key: .string(interface.name), value: properties))
        }
        return .dictionary(DBusDictionary(keyType: .string, valueType: propertiesType, entries: entries))
    }
}

/// Writes introspection documents ("Introspection Data Format" in the D-Bus specification).
enum Introspection {
    /// The document of one node.
    ///
    /// Names and signatures were validated on export and need no escaping.
    static func document(interfaces: [DBusInterface], children: [String], isManager: Bool) -> String {
        var lines = [
            "<!DOCTYPE node PUBLIC \"-//freedesktop//DTD D-BUS Object Introspection 1.0//EN\"",
            " \"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd\">", "<node>",
        ]
        let standard = interfaces.isEmpty && !isManager ? [] : StandardInterfaces.declared(isManager: isManager)
        for interface in standard + interfaces.sorted(by: { $0.name < $1.name }) {
            lines += self.lines(of: interface)
        }
        lines += children.map { " <node name=\"\($0)\"/>" }
        lines.append("</node>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of interface: DBusInterface) -> [String] {
        var lines = [" <interface name=\"\(interface.name)\">"]
        for method in interface.methods {
            lines.append("  <method name=\"\(method.name)\">")
            lines += method.input.map { "   <arg type=\"\($0.signature)\" direction=\"in\"/>" }
            lines += method.output.map { "   <arg type=\"\($0.signature)\" direction=\"out\"/>" }
            lines.append("  </method>")
        }
        for property in interface.properties {
            let access = property.setter == nil ? "read" : "readwrite"
            let type = property.type.signature
            lines.append("  <property name=\"\(property.name)\" type=\"\(type)\" access=\"\(access)\"/>")
        }
        for signal in interface.signals {
            lines.append("  <signal name=\"\(signal.name)\">")
            lines += signal.types.map { "   <arg type=\"\($0.signature)\"/>" }
            lines.append("  </signal>")
        }
        return lines + [" </interface>"]
    }
}
