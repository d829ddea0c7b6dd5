@_exported public import CodedErrors
public import DeviceCodecs
public import VitalRecords

/// A part that a device needs in addition to its pairing, and where to find it; never contains a key.
public typealias MissingPart = CodedError<MissingPartCode>

/// The kind of missing part; a person must supply each.
public enum MissingPartCode: String, ErrorCode {
    /// The manufacturer's key file is missing.
    case authKeyMissing
    /// The manufacturer's key file exists but cannot be used.
    case authKeyInvalid
    /// `validic.license` is missing or cannot be used.
    case licenseMissing
    /// The device's own encryption key is not stored.
    case encryptionKeyMissing
    /// No driver for the protocol is installed.
    case driverMissing
    /// A driver refused its keys.
    case driverRefused
}

extension MissingPart {
    /// The error that no folder has the manufacturer's key file.
    public static func authKeyFile(_ name: String, searched: [String]) -> MissingPart {
        MissingPart(
            .authKeyMissing,
            message:
                "\(name) is missing: the manufacturer gives it to licensed facilities; put it into one of \(searched.joined(separator: ", "))"
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
                the encryption key of \(owner) is missing. The device's menu shows its 32 hexadecimal digits under Other > About, also as a QR code, or the owner's account at its maker has them. Store it with 'vitalbus device key' or storePeripheralData
                """
        )
    }

    /// Why no public source allows a driver to query a device, by protocol.
    private static let unqueried: [ProtocolName: String] = [
        .bioland: """
        each request to the meter carries a time, no public source says whether the meter takes that for its clock, \
        and the meter does not give its own time first
        """
    ]

    /// The error that no driver for the protocol is installed.
    public static func driver(_ name: ProtocolName) -> MissingPart {
        if let reason = unqueried[name] {
            return MissingPart(
                .driverMissing,
                message: "\(reason), so VitalBus has no driver for it; 'vitalbus decode' reads its frames"
            )
        }
        return MissingPart(
            .driverMissing,
            message: DriverTable.family(of: name) == nil
                ? """
                no public description of the protocol '\(name)' was found, and no driver for it is installed. A licensed driver can be added as a Swift package: see Sources/Radio/DeviceDrivers/README.md
                """
                : "no driver for the protocol '\(name)' is installed; 'vitalbus decode' reads its frames"
        )
    }
}
