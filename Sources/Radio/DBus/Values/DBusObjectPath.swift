internal import CDBus

/// A D-Bus object path, for example `/org/bluez/hci0`.
///
/// Using a path validates it: an invalid path makes the call throw and never reaches libdbus.
public struct DBusObjectPath: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The text of the path.
    public let string: String

    /// Makes a path from text without validating it.
    public init(_ string: String) {
        self.string = string
    }

    /// Makes a path from a literal without validating it.
    public init(stringLiteral value: String) {
        string = value
    }

    /// The root path, `/`.
    public static let root = DBusObjectPath("/")

    /// The text of the path.
    public var description: String { string }

    /// The path of a child of this object.
    public func appending(_ component: String) -> DBusObjectPath {
        DBusObjectPath(string == "/" ? "/" + component : string + "/" + component)
    }

    /// The path of the parent; nil for the root.
    public var parent: DBusObjectPath? {
        guard string != "/", let slash = string.lastIndex(of: "/") else { return nil }
        return slash == string.startIndex ? .root : DBusObjectPath(String(string[..<slash]))
    }

    /// The text after the last slash.
    public var lastComponent: String {
        guard let slash = string.lastIndex(of: "/") else { return string }
        return String(string[string.index(after: slash)...])
    }

    /// Whether this path is strictly below another.
    public func isDescendant(of other: DBusObjectPath) -> Bool {
        other.string == "/" ? string != "/" : string.hasPrefix(other.string + "/")
    }

    /// Orders paths by their text.
    public static func < (left: DBusObjectPath, right: DBusObjectPath) -> Bool {
        left.string < right.string
    }
}

/// Validates names with libdbus's own rules, because libdbus aborts the process on invalid ones.
enum NameCheck {
    static func isObjectPath(_ text: String) -> Bool { isClean(text) && dbus_validate_path(text, nil) != 0 }
    static func isInterface(_ text: String) -> Bool { isClean(text) && dbus_validate_interface(text, nil) != 0 }
    static func isMember(_ text: String) -> Bool { isClean(text) && dbus_validate_member(text, nil) != 0 }
    static func isErrorName(_ text: String) -> Bool { isClean(text) && dbus_validate_error_name(text, nil) != 0 }
    static func isBusName(_ text: String) -> Bool { isClean(text) && dbus_validate_bus_name(text, nil) != 0 }
    static func isText(_ text: String) -> Bool { isClean(text) && dbus_validate_utf8(text, nil) != 0 }

    static func requireObjectPath(_ path: DBusObjectPath) throws(DBusError) {
        try require(isObjectPath(path.string), what: "object path")
    }

    static func requireInterface(_ name: String) throws(DBusError) {
        try require(isInterface(name), what: "interface name")
    }

    static func requireMember(_ name: String) throws(DBusError) {
        try require(isMember(name), what: "member name")
    }

    static func requireBusName(_ name: String) throws(DBusError) {
        try require(isBusName(name), what: "bus name")
    }

    static func require(_ condition: Bool, what: String) throws(DBusError) {
        guard condition else {
            throw DBusError(code: .invalidArgument, message: "The \(what) is not valid in D-Bus; correct it.")
        }
    }

    /// Whether the text has no NUL, at which C would truncate it.
    private static func isClean(_ text: String) -> Bool { !text.utf8.contains(0) }
}
