internal import CDBus

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
