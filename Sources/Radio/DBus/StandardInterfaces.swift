/// The interfaces that every exported object answers to, as introspection shows them.
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
        signals: [DBusSignalDeclaration(BusName.propertiesChanged, [.string, propertyMap, .array(.string)])]
    )

    private static let objectManager = DBusInterface(
        BusName.objectManager,
        methods: [declared("GetManagedObjects", out: [.dictionary(key: .objectPath, value: interfaceMap)])],
        signals: [
            DBusSignalDeclaration(BusName.interfacesAdded, [.objectPath, interfaceMap]),
            DBusSignalDeclaration(BusName.interfacesRemoved, [.objectPath, .array(.string)]),
        ]
    )

    /// A method for its signature only; ``CallRouter`` answers it.
    private static func declared(_ name: String, in input: [DBusType] = [], out output: [DBusType] = []) -> DBusMethod {
        DBusMethod(name, in: input, out: output) { _ in [] }
    }
}
