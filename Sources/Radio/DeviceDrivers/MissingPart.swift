public import DeviceCodecs
public import VitalRecords

/// What a device needs beside its pairing and has not got, and where it is found.
public struct MissingPart: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which part; more may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// A stable text.
        public let rawValue: String

        /// Makes a code from its text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The maker's key file is not there.
        public static let authKeyMissing = Code(rawValue: "authKeyMissing")
        /// The maker's key file is there and cannot be used.
        public static let authKeyInvalid = Code(rawValue: "authKeyInvalid")
        /// `validic.license` is not there or cannot be used.
        public static let licenseMissing = Code(rawValue: "licenseMissing")
        /// The device's own encryption key is not stored.
        public static let encryptionKeyMissing = Code(rawValue: "encryptionKeyMissing")
        /// No driver for the protocol is installed.
        public static let driverMissing = Code(rawValue: "driverMissing")
        /// A driver refused its keys.
        public static let driverRefused = Code(rawValue: "driverRefused")
    }

    /// Which part.
    public let code: Code
    /// What is missing and where it is found; never a key.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// False: a person has to bring the part.
    public var isRetriable: Bool { false }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }

    /// The maker's key file is in none of the folders.
    public static func authKeyFile(_ name: String, searched: [String]) -> MissingPart {
        MissingPart(
            .authKeyMissing,
            "\(name) is missing: the maker gives it to licensed houses; put it into one of \(searched.joined(separator: ", "))"
        )
    }

    /// The maker's key file cannot be used.
    public static func authKeyInvalid(_ name: String, _ reason: String) -> MissingPart {
        MissingPart(.authKeyInvalid, "\(name) cannot be used: \(reason)")
    }

    /// The license is in none of the folders.
    public static func license(searched: [String]) -> MissingPart {
        MissingPart(
            .licenseMissing,
            "validic.license is missing: it comes with the contract; put it into one of \(searched.joined(separator: ", "))"
        )
    }

    /// The device's own key is not stored.
    public static func encryptionKey(_ device: DeviceID?) -> MissingPart {
        let owner = device.map { "device \($0)" } ?? "each device"
        return MissingPart(
            .encryptionKeyMissing,
            """
            the encryption key of \(owner) is missing: 32 hexadecimal digits, in the device's menu under Other > About, or in \
            the QR code there; store it with 'vitalbus device key' or storePeripheralData
            """
        )
    }

    /// No driver for a protocol is installed.
    public static func driver(_ name: ProtocolName) -> MissingPart {
        MissingPart(
            .driverMissing,
            """
            no driver for the protocol '\(name)' is installed: it is not public, and a licensed driver is added to \
            device-reader as a Swift package, see Sources/Radio/DeviceDrivers/README.md
            """
        )
    }
}
