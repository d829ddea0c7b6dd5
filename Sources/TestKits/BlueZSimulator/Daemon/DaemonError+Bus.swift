import DBus

extension DaemonError {
    /// What libdbus answers for a path, interface or method that is not there.
    package static func unknown(_ call: MethodCall, objectExists: Bool) -> DaemonError {
        let signature = DBusSignature(types: call.body.map(\.type)).description
        return DaemonError(
            name: objectExists ? DBusErrorName.unknownMethod : DBusErrorName.unknownObject,
            text: "Method \"\(call.member)\" with signature \"\(signature)\" on interface "
                + "\"\(call.interface ?? "(null)")\" doesn't exist\n"
        )
    }

    /// Set of a property that cannot be set.
    package static func readOnly(_ name: String) -> DaemonError {
        DaemonError(name: DBusErrorName.propertyReadOnly, text: "Property '\(name)' is not writable")
    }
}
