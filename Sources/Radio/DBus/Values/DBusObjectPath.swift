internal import CDBus

/// A D-Bus object path, for example `/org/bluez/hci0`.
///
/// The text is checked when the path is used: a path that is not valid makes that call throw, it never reaches libdbus.
public struct DBusObjectPath: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The path's text.
    public let string: String

    /// Makes a path from text without checking it.
    public init(_ string: String) {
        self.string = string
    }

    /// Makes a path from a literal without checking it.
    public init(stringLiteral value: String) {
        string = value
    }

    /// The root, `/`.
    public static let root = DBusObjectPath("/")

    /// The path's text.
    public var description: String { string }

    /// Whether the text follows the specification's rules for object paths.
    public var isValid: Bool { NameCheck.isObjectPath(string) }

    /// The path of a child of this object.
    public func appending(_ component: String) -> DBusObjectPath {
        DBusObjectPath(string == "/" ? "/" + component : string + "/" + component)
    }

    /// The parent's path, nil for the root.
    public var parent: DBusObjectPath? {
        guard string != "/", let slash = string.lastIndex(of: "/") else { return nil }
        return slash == string.startIndex ? .root : DBusObjectPath(String(string[..<slash]))
    }

    /// The text after the last slash.
    public var lastComponent: String {
        guard let slash = string.lastIndex(of: "/") else { return string }
        return String(string[string.index(after: slash)...])
    }

    /// Whether this path lies below another; a path does not lie below itself.
    public func isDescendant(of other: DBusObjectPath) -> Bool {
        other.string == "/" ? string != "/" : string.hasPrefix(other.string + "/")
    }

    /// Orders paths by their text.
    public static func < (left: DBusObjectPath, right: DBusObjectPath) -> Bool {
        left.string < right.string
    }
}

/// Checks names by libdbus's own rules before they reach a function that would abort on them.
enum NameCheck {
    static func isObjectPath(_ text: String) -> Bool { isClean(text) && dbus_validate_path(text, nil) != 0 }
    static func isInterface(_ text: String) -> Bool { isClean(text) && dbus_validate_interface(text, nil) != 0 }
    static func isMember(_ text: String) -> Bool { isClean(text) && dbus_validate_member(text, nil) != 0 }
    static func isErrorName(_ text: String) -> Bool { isClean(text) && dbus_validate_error_name(text, nil) != 0 }
    static func isBusName(_ text: String) -> Bool { isClean(text) && dbus_validate_bus_name(text, nil) != 0 }
    static func isText(_ text: String) -> Bool { isClean(text) && dbus_validate_utf8(text, nil) != 0 }

    static func requireObjectPath(_ path: DBusObjectPath) throws(DBusError) {
        try require(isObjectPath(path.string), "object path")
    }

    static func requireInterface(_ name: String) throws(DBusError) {
        try require(isInterface(name), "interface name")
    }

    static func requireMember(_ name: String) throws(DBusError) {
        try require(isMember(name), "member name")
    }

    static func requireBusName(_ name: String) throws(DBusError) {
        try require(isBusName(name), "bus name")
    }

    static func require(_ condition: Bool, _ what: String) throws(DBusError) {
        guard condition else {
            throw DBusError(code: .invalidArgument, message: "The \(what) breaks the D-Bus rules; correct it.")
        }
    }

    /// C would end the text at a NUL and so send another one.
    private static func isClean(_ text: String) -> Bool { !text.utf8.contains(0) }
}
