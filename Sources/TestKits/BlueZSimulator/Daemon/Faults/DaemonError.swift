import DBus

/// An error that the daemon answers: its D-Bus name and its text.
///
/// Names and texts are those of bluetoothd 5.66 (`src/error.c`, `src/error.h`, `src/gatt-client.c`).
package struct DaemonError: Error, Equatable, Sendable {
    /// The D-Bus error name.
    package let name: String
    /// The text.
    package let text: String

    /// Makes an error.
    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    private static func bluez(_ name: String, _ text: String) -> DaemonError {
        DaemonError(name: "org.bluez.Error." + name, text: text)
    }

    /// `Failed` with a text of its own.
    package static func failed(_ text: String) -> DaemonError { bluez("Failed", text) }
    /// `NotPermitted` with a text of its own.
    package static func notPermitted(_ text: String) -> DaemonError { bluez("NotPermitted", text) }
    /// `InvalidArguments`.
    package static let invalidArguments = bluez("InvalidArguments", "Invalid arguments in method call")
    /// `InProgress`, as the adapter says it.
    package static let busy = bluez("InProgress", "Operation already in progress")
    /// `InProgress`, as devices and attributes say it.
    package static let inProgress = bluez("InProgress", "In Progress")
    /// `NotReady`.
    package static let notReady = bluez("NotReady", "Resource Not Ready")
    /// Of an adapter that rfkill holds: bluetoothd has `Blocked` for that, but kernel 6.12 gives it no reason.
    package static let blocked = failed("Failed")
    /// `AlreadyExists`.
    package static let alreadyExists = bluez("AlreadyExists", "Already Exists")
    /// `DoesNotExist`.
    package static let doesNotExist = bluez("DoesNotExist", "Does Not Exist")
    /// `NotConnected`.
    package static let notConnected = bluez("NotConnected", "Not Connected")
    /// `NotSupported`.
    package static let notSupported = bluez("NotSupported", "Operation is not supported")
    /// `NotAuthorized`.
    package static let notAuthorized = bluez("NotAuthorized", "Operation Not Authorized")
    /// `AuthenticationFailed`.
    package static let authenticationFailed = bluez("AuthenticationFailed", "Authentication Failed")
    /// `AuthenticationCanceled`.
    package static let authenticationCanceled = bluez("AuthenticationCanceled", "Authentication Canceled")
    /// `AuthenticationTimeout`.
    package static let authenticationTimeout = bluez("AuthenticationTimeout", "Authentication Timeout")

    /// What a failed ATT request becomes; nil stands for a request that the end of the link cancelled.
    package static func attribute(_ error: AttError?) -> DaemonError {
        switch error {
        case nil: failed("Operation failed")
        case .readNotPermitted: notPermitted("Read not permitted")
        case .writeNotPermitted: notPermitted("Write not permitted")
        case .insufficientAuthentication: notPermitted("Not paired")
        case .invalidLength: bluez("InvalidArguments", "Invalid Length")
        case .some(let other):
            failed("Operation failed with ATT error: 0x" + [other.rawValue].hex)
        }
    }
}

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
