import DBus

/// An error answer of the daemon: its D-Bus name and text.
///
/// Names and texts are those of bluetoothd 5.66 (`src/error.c`, `src/error.h`, `src/gatt-client.c`).
package struct DaemonError: Error, Equatable, Sendable {
    /// The D-Bus error name.
    package let name: String
    /// The error text.
    package let text: String

    /// Creates an error with a full D-Bus name.
    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    private static func bluez(_ name: String, text: String) -> DaemonError {
        DaemonError(name: "org.bluez.Error." + name, text: text)
    }

    /// `Failed` with a custom text.
    package static func failed(_ text: String) -> DaemonError { bluez("Failed", text: text) }
    /// `NotPermitted` with a custom text.
    package static func notPermitted(_ text: String) -> DaemonError { bluez("NotPermitted", text: text) }
    /// `InvalidArguments`.
    package static let invalidArguments = bluez("InvalidArguments", text: "Invalid arguments in method call")
    /// `InProgress` with the adapter's text.
    package static let busy = bluez("InProgress", text: "Operation already in progress")
    /// `InProgress` with the text of devices and attributes.
    package static let inProgress = bluez("InProgress", text: "In Progress")
    /// `NotReady`.
    package static let notReady = bluez("NotReady", text: "Resource Not Ready")
    /// The error of an adapter blocked by rfkill; bluetoothd also has `Blocked`, but kernel 6.12 gives no reason for
    /// it.
    package static let blocked = failed("Failed")
    /// `AlreadyExists`.
    package static let alreadyExists = bluez("AlreadyExists", text: "Already Exists")
    /// `DoesNotExist`.
    package static let doesNotExist = bluez("DoesNotExist", text: "Does Not Exist")
    /// `NotSupported`.
    package static let notSupported = bluez("NotSupported", text: "Operation is not supported")
    /// `AuthenticationFailed`.
    package static let authenticationFailed = bluez("AuthenticationFailed", text: "Authentication Failed")
    /// `AuthenticationCanceled`.
    package static let authenticationCanceled = bluez("AuthenticationCanceled", text: "Authentication Canceled")
    /// `AuthenticationTimeout`.
    package static let authenticationTimeout = bluez("AuthenticationTimeout", text: "Authentication Timeout")

    /// The error for a failed ATT request; nil stands for a request cancelled by the end of the link.
    package static func attribute(_ error: AttError?) -> DaemonError {
        switch error {
        case nil: failed("Operation failed")
        case .readNotPermitted: notPermitted("Read not permitted")
        case .writeNotPermitted: notPermitted("Write not permitted")
        case .insufficientAuthentication: notPermitted("Not paired")
        case .invalidLength: bluez("InvalidArguments", text: "Invalid Length")
        case .some(let other):
            failed("Operation failed with ATT error: 0x" + [other.rawValue].hex)
        }
    }
}

extension DaemonError {
    /// The error of libdbus for an unknown path, interface or method.
    package static func unknown(_ call: MethodCall, objectExists: Bool) -> DaemonError {
        let signature = DBusSignature(types: call.body.map(\.type)).description
        return DaemonError(
            name: objectExists ? DBusErrorName.unknownMethod : DBusErrorName.unknownObject,
            text: "Method \"\(call.member)\" with signature \"\(signature)\" on interface "
                + "\"\(call.interface ?? "(null)")\" doesn't exist\n"
        )
    }

    /// The error for setting a read-only property.
    package static func readOnly(_ name: String) -> DaemonError {
        DaemonError(name: DBusErrorName.propertyReadOnly, text: "Property '\(name)' is not writable")
    }
}
