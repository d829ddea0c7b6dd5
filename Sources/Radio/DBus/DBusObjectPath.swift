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
