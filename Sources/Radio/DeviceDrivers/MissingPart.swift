public import DeviceCodecs
public import VitalRecords

/// Something that a device needs besides its pairing and that is missing, and where to find it.
public struct MissingPart: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of missing part; new kinds may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the code.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The manufacturer's key file is missing.
        public static let authKeyMissing = Code(rawValue: "authKeyMissing")
        /// The manufacturer's key file exists but cannot be used.
        public static let authKeyInvalid = Code(rawValue: "authKeyInvalid")
        /// `validic.license` is missing or cannot be used.
        public static let licenseMissing = Code(rawValue: "licenseMissing")
        /// The device's own encryption key is not stored.
        public static let encryptionKeyMissing = Code(rawValue: "encryptionKeyMissing")
        /// No driver for the protocol is installed.
        public static let driverMissing = Code(rawValue: "driverMissing")
        /// A driver refused its keys.
        public static let driverRefused = Code(rawValue: "driverRefused")
    }

    /// The kind of missing part.
    public let code: Code
    /// What is missing and where to find it; never contains a key.
    public let message: String

    /// Makes an error with a code and its message.
    public init(_ code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// False: a person must supply the part.
    public var isRetriable: Bool { false }

    /// The code, then the message.
    public var description: String { "\(code.rawValue): \(message)" }

    /// The error that no folder has the manufacturer's key file.
    public static func authKeyFile(_ name: String, searched: [String]) -> MissingPart {
        MissingPart(
            .authKeyMissing,
            message:
                "\(name) is missing: the maker gives it to licensed houses; put it into one of \(searched.joined(separator: ", "))"
        )
    }

    /// The error that the manufacturer's key file cannot be used.
    public static func authKeyInvalid(_ name: String, reason: String) -> MissingPart {
        MissingPart(.authKeyInvalid, message: "\(name) cannot be used: \(reason)")
    }

    /// The error that no folder has the license.
    public static func license(searched: [String]) -> MissingPart {
        MissingPart(
            .licenseMissing,
            message:
                "validic.license is missing: it comes with the contract; put it into one of \(searched.joined(separator: ", "))"
        )
    }

    /// The error that the device's own key is not stored.
    public static func encryptionKey(_ device: DeviceID?) -> MissingPart {
        let owner = device.map { "device \($0)" } ?? "each device"
        return MissingPart(
            .encryptionKeyMissing,
            message: """
                the encryption key of \(owner) is missing: 32 hexadecimal digits, in the device's menu under Other > About, or in \
                the QR code there; store it with 'vitalbus device key' or storePeripheralData
                """
        )
    }

    /// The error that no driver for the protocol is installed.
    public static func driver(_ name: ProtocolName) -> MissingPart {
        MissingPart(
            .driverMissing,
            message: """
                no driver for the protocol '\(name)' is installed: it is not public, and a licensed driver is added to \
                device-reader as a Swift package, see Sources/Radio/DeviceDrivers/README.md
                """
        )
    }
}
