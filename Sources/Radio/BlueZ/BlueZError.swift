public import DBus

/// A Bluetooth failure, with a reason that a person can act on.
public struct BlueZError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason.
    public let code: Code
    /// What happened and how to fix it; names no device.
    public let message: String
    /// BlueZ's own text for it, for example `le-connection-abort-by-local`.
    public let detail: String?
    /// The device's ATT error code, if BlueZ reported one.
    public let attCode: UInt8?
    /// The D-Bus error behind it.
    public let underlying: DBusError?

    /// Makes an error.
    public init(
        _ code: Code,
        message: String,
        detail: String? = nil,
        attCode: UInt8? = nil,
        underlying: DBusError? = nil
    ) {
        self.code = code
        self.message = message
        self.detail = detail
        self.attCode = attCode
        self.underlying = underlying
    }

    /// Whether the same call may succeed later without anyone's intervention.
    public var isRetriable: Bool { code.isRetriable }

    /// The code, the message and BlueZ's own text.
    public var description: String {
        code.rawValue + ": " + message + (detail.map { " (\($0))" } ?? "")
    }
}

extension BlueZError {
    /// The reason of a ``BlueZError``; more may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// A stable text.
        public let rawValue: String

        /// Makes a code from its text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The system bus is unavailable.
        public static let busUnavailable = Code(rawValue: "busUnavailable")
        /// bluetoothd does not run, or went away during the call.
        public static let serviceNotRunning = Code(rawValue: "serviceNotRunning")
        /// The adapter is not there.
        public static let noAdapter = Code(rawValue: "noAdapter")
        /// There are several adapters and none is configured.
        public static let ambiguousAdapter = Code(rawValue: "ambiguousAdapter")
        /// The adapter is switched off.
        public static let adapterPoweredOff = Code(rawValue: "adapterPoweredOff")
        /// rfkill, the kernel's radio switch, keeps the adapter off.
        public static let adapterBlocked = Code(rawValue: "adapterBlocked")
        /// The bus's policy forbids this process to talk to BlueZ.
        public static let accessDenied = Code(rawValue: "accessDenied")
        /// BlueZ does not know the device, or no longer does; the adapter must hear it again.
        public static let deviceGone = Code(rawValue: "deviceGone")
        /// The link could not be made; the detail gives the cause.
        public static let connectFailed = Code(rawValue: "connectFailed")
        /// There is no link to the device.
        public static let notConnected = Code(rawValue: "notConnected")
        /// An operation exceeded its time limit.
        public static let timeout = Code(rawValue: "timeout")
        /// The device must be paired first, or lost its pairing.
        public static let notPaired = Code(rawValue: "notPaired")
        /// Pairing failed or was refused.
        public static let pairingFailed = Code(rawValue: "pairingFailed")
        /// Another operation is already running.
        public static let inProgress = Code(rawValue: "inProgress")
        /// The characteristic does not allow it.
        public static let notPermitted = Code(rawValue: "notPermitted")
        /// The device or adapter cannot do it.
        public static let notSupported = Code(rawValue: "notSupported")
        /// The device answered with an ATT error; see its code.
        public static let attError = Code(rawValue: "attError")
        /// Anything else that BlueZ refused.
        public static let failed = Code(rawValue: "failed")

        var isRetriable: Bool {
            let passing: [Code] = [
                .busUnavailable, .serviceNotRunning, .noAdapter, .adapterPoweredOff, .adapterBlocked, .deviceGone,
                .connectFailed, .notConnected, .timeout, .inProgress,
            ]
            return passing.contains(self)
        }
    }
}

extension BlueZError {
    /// The Bluetooth meaning of a D-Bus error.
    package init(_ error: DBusError) {
        let (code, message) = Self.meaning(of: error)
        let att = Self.attCode(in: error)
        let wantsPairing = att.map(Self.pairingCodes.contains) ?? false
        self.init(
            wantsPairing ? .notPaired : code == .failed && att != nil ? .attError : code,
            message: wantsPairing ? Self.pairFirst : message,
            detail: error.code == .remote ? error.message : nil,
            attCode: att,
            underlying: error
        )
    }

    /// Insufficient authentication, authorization, key size and encryption, where BlueZ reports the bare code.
    private static let pairingCodes: Set<UInt8> = [0x05, 0x08, 0x0C, 0x0F]
    private static let pairFirst = "The device must be paired first."

    /// Converts any error to a Bluetooth error; a cancellation stays unchanged.
    static func wrap(_ error: any Error) -> any Error {
        (error as? DBusError).map { BlueZError($0) } ?? error
    }

    private static func meaning(of error: DBusError) -> (Code, String) {
        switch error.code {
        case .remote: remoteMeaning(of: error)
        case .timeout: (.timeout, "bluetoothd did not answer in time.")
        // A bus that refuses this user reports it before there is a connection.
        case .connectFailed where error.errorName == DBusErrorName.accessDenied:
            (.accessDenied, "The bus does not admit this user.")
        case .disconnected, .closed, .connectFailed:
            (.busUnavailable, "The system bus is unavailable; is dbus running?")
        default: (.failed, error.message)
        }
    }

    private static func remoteMeaning(of error: DBusError) -> (Code, String) {
        switch error.errorName ?? "" {
        case DBusErrorName.serviceUnknown, DBusErrorName.nameHasNoOwner, DBusErrorName.noReply:
            (.serviceNotRunning, "bluetoothd is not running; see systemctl status bluetooth.")
        case DBusErrorName.accessDenied:
            (.accessDenied, "The bus does not allow this user to reach BlueZ; add it to the group bluetooth.")
        case DBusErrorName.unknownObject, DBusErrorName.unknownMethod, BlueZName.ErrorName.doesNotExist:
            (.deviceGone, "BlueZ no longer knows the object; wait until the device is in range again.")
        case BlueZName.ErrorName.notReady:
            (.adapterPoweredOff, "The Bluetooth adapter is off; switch it on, or see rfkill.")
        case BlueZName.ErrorName.blocked:
            (.adapterBlocked, "The Bluetooth adapter is blocked; rfkill unblock bluetooth.")
        case BlueZName.ErrorName.inProgress: (.inProgress, "Another operation is already running; try again soon.")
        case BlueZName.ErrorName.notConnected: (.notConnected, "The device is not connected.")
        case BlueZName.ErrorName.notAuthorized:
            (.notPaired, "The device does not authorize the operation; pair it again.")
        case BlueZName.ErrorName.notPermitted where error.message.contains("Not paired"):
            (.notPaired, pairFirst)
        case BlueZName.ErrorName.notPermitted: (.notPermitted, "The characteristic does not allow the operation.")
        case BlueZName.ErrorName.notSupported: (.notSupported, "The device or adapter does not support the operation.")
        case BlueZName.ErrorName.connectionAttemptFailed:
            (.connectFailed, "The device did not accept the connection; is it awake and nearby?")
        case let name where name.hasPrefix("org.bluez.Error.Authentication"):
            (.pairingFailed, "Pairing failed; put the device into pairing mode and try again.")
        case BlueZName.ErrorName.failed where isConnectReason(error.message):
            (.connectFailed, "The connection failed; is the device awake and nearby?")
        // bluetoothd 5.66 reports a second Connect like this (strerror of EALREADY).
        case BlueZName.ErrorName.failed where error.message == "Operation already in progress":
            (.inProgress, "Another operation is already running; try again soon.")
        case BlueZName.ErrorName.failed where error.message == "Not connected":
            (.notConnected, "The device is not connected.")
        default: (.failed, "BlueZ rejected the operation.")
        }
    }

    /// The connection reasons of BlueZ's src/error.h.
    private static func isConnectReason(_ text: String) -> Bool {
        text.hasPrefix("le-connection-") || text.hasPrefix("br-connection-")
            || text == "Software caused connection abort"
    }

    /// BlueZ puts it into the text: "Operation failed with ATT error: 0x80" (src/gatt-client.c).
    private static func attCode(in error: DBusError) -> UInt8? {
        guard error.errorName == BlueZName.ErrorName.failed,
            let range = error.message.firstRange(of: "ATT error: 0x")
        else { return nil }
        return UInt8(error.message[range.upperBound...].prefix(2), radix: 16)
    }
}
