/// How a bus name is requested ("RequestName" in the D-Bus specification).
public struct DBusNameOptions: OptionSet, Hashable, Sendable {
    /// The flags as they go to the bus.
    public let rawValue: UInt32

    /// Makes options from the bus's flags.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Others may take the name over.
    public static let allowReplacement = DBusNameOptions(rawValue: 1)
    /// Takes the name over from an owner that allows it.
    public static let replaceExisting = DBusNameOptions(rawValue: 2)
    /// Fails at once rather than waiting for the owner to leave.
    public static let doNotQueue = DBusNameOptions(rawValue: 4)
}
