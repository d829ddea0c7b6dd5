/// Why a reading or a pairing failed, with the mobile SDK's codes.
public struct ReaderFailure: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The link broke, or the device answered with an error.
    public static let communication = Self(rawValue: "communication")
    /// The connection to the device failed.
    public static let connection = Self(rawValue: "connection")
    /// The device refused the pairing, or the code was wrong.
    public static let pairingFailed = Self(rawValue: "pairingFailed")
    /// The hub's Bluetooth is off, blocked or missing.
    public static let bluetoothOff = Self(rawValue: "bluetoothOff")
    /// The device was read and had nothing to send.
    public static let noReading = Self(rawValue: "noReading")
    /// The seat has no session, or the scale has no user for it.
    public static let noUser = Self(rawValue: "noUser")
    /// The device was not found or not connected in time.
    public static let connectionTimeout = Self(rawValue: "connectionTimeout")
    /// The device was connected but sent no measurement in time.
    public static let readingTimeout = Self(rawValue: "readingTimeout")
    /// Other foreground work is running.
    public static let busy = Self(rawValue: "busy")
    /// It was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The device has to be paired first.
    public static let notPaired = Self(rawValue: "notPaired")
    /// The device has lost or replaced its half of the pairing: forget it and pair it again.
    public static let staleBond = Self(rawValue: "staleBond")
    /// A key file, a license, an encryption key or a driver is missing; the error names it.
    public static let missingPart = Self(rawValue: "missingPart")
    /// The device sent data that cannot be decoded.
    public static let unreadable = Self(rawValue: "unreadable")
    /// The device is not in the list of allowed devices.
    public static let notAllowed = Self(rawValue: "notAllowed")
    /// The hub's disk cannot store readings.
    public static let storeUnavailable = Self(rawValue: "storeUnavailable")

    /// The values that this version knows.
    public static let known: [Self] = [
        .communication, .connection, .pairingFailed, .bluetoothOff, .noReading, .noUser, .connectionTimeout,
        .readingTimeout, .busy, .cancelled, .notPaired, .staleBond, .missingPart, .unreadable, .notAllowed,
        .storeUnavailable,
    ]
}
