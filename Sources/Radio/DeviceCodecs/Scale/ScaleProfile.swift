extension BluetoothUUID {
    /// The Weight Scale service.
    public static let weightScaleService = BluetoothUUID(0x181D)
    /// Weight Measurement, by indication.
    public static let weightMeasurement = BluetoothUUID(0x2A9D)
    /// Weight Scale Feature, by read.
    public static let weightScaleFeature = BluetoothUUID(0x2A9E)
    /// The Body Composition service.
    public static let bodyCompositionService = BluetoothUUID(0x181B)
    /// Body Composition Measurement, by indication.
    public static let bodyCompositionMeasurement = BluetoothUUID(0x2A9C)
    /// Body Composition Feature, by read.
    public static let bodyCompositionFeature = BluetoothUUID(0x2A9B)
    /// The User Data service.
    public static let userDataService = BluetoothUUID(0x181C)
    /// User Control Point, by write and indication.
    public static let userControlPoint = BluetoothUUID(0x2A9F)
    /// User Index, by read.
    public static let userIndex = BluetoothUUID(0x2A9A)
    /// Database Change Increment, by read, write and notification.
    public static let databaseChangeIncrement = BluetoothUUID(0x2A99)
    /// Date of Birth, by read and write.
    public static let dateOfBirth = BluetoothUUID(0x2A85)
    /// Gender, by read and write.
    public static let gender = BluetoothUUID(0x2A8C)
    /// Height, by read and write.
    public static let height = BluetoothUUID(0x2A8E)
}

extension DeviceProfile {
    /// Scales: the Weight Scale Profile, with body composition and the users of the User Data service.
    static let scale = DeviceProfile(
        Peripheral(
            generic: 5000,
            name: "Weight scale",
            type: .weightScale,
            advert: AdvertRule(
                services: [.weightScaleService, .bodyCompositionService],
                excludes: [.xiaomiServiceData, .xiaomiNames, .xiaomiCompany]
            ),
            words: .scale
        ),
        characteristics: [
            ProfileCharacteristic(.bodyCompositionMeasurement, name: "Body Composition Measurement", role: .measuring) {
                bytes throws(CodecError) in
                try BodyComposition(decoding: bytes).fields
            } frame: { bytes, quirks throws(CodecError) in
                try bodyComposition(bytes, quirks: quirks)
            },
            ProfileCharacteristic(.weightMeasurement, name: "Weight Measurement", role: .measuring) {
                bytes throws(CodecError) in
                try WeightMeasurement(decoding: bytes).fields
            } frame: { bytes, quirks throws(CodecError) in
                try weight(bytes, quirks: quirks)
            },
            ProfileCharacteristic(.weightScaleFeature, name: "Weight Scale Feature") { bytes throws(CodecError) in
                [DecodedField("value", value: .integer(try WeightScaleFeature(decoding: bytes).rawValue))]
            },
            ProfileCharacteristic(.bodyCompositionFeature, name: "Body Composition Feature") {
                bytes throws(CodecError) in
                [DecodedField("value", value: .integer(try BodyCompositionFeature(decoding: bytes).rawValue))]
            },
            ProfileCharacteristic(.userControlPoint, name: "User Control Point") { bytes throws(CodecError) in
                try UserControlFrame(decoding: bytes).fields
            },
            ProfileCharacteristic(.userIndex, name: "User Index") { bytes throws(CodecError) in
                var reader = try FrameReader(bytes)
                return [DecodedField("value", value: .integer(try reader.uint8("user index")))]
            },
            ProfileCharacteristic(.databaseChangeIncrement, name: "Database Change Increment") {
                bytes throws(CodecError) in
                [DecodedField("value", value: .integer(try DatabaseChangeIncrement(decoding: bytes).count))]
            },
            ProfileCharacteristic(.dateOfBirth, name: "Date of Birth") { bytes throws(CodecError) in
                var reader = try FrameReader(bytes)
                return [
                    DecodedField("year", value: .integer(try reader.uint16("year"))),
                    DecodedField("month", value: .integer(try reader.uint8("month"))),
                    DecodedField("day", value: .integer(try reader.uint8("day"))),
                ]
            },
            ProfileCharacteristic(.gender, name: "Gender") { bytes throws(CodecError) in
                var reader = try FrameReader(bytes)
                return [DecodedField("value", value: .integer(try reader.uint8("gender")))]
            },
            ProfileCharacteristic(.height, name: "Height") { bytes throws(CodecError) in
                var reader = try FrameReader(bytes)
                return [DecodedField("height_cm", value: .integer(try reader.uint16("height")))]
            },
        ]
    )

    private static func weight(_ bytes: [UInt8], quirks: Set<DeviceQuirk>) throws(CodecError) -> DeviceFrame {
        if let vendor = try XiaomiScale.measurement(bytes, on: .weightMeasurement, quirks: quirks) {
            return .measurement(vendor)
        }
        let weight = try WeightMeasurement(decoding: bytes)
        return .measurement(weight.deviceMeasurement(frame: bytes, modelQuirks: quirks))
    }

    private static func bodyComposition(_ bytes: [UInt8], quirks: Set<DeviceQuirk>) throws(CodecError) -> DeviceFrame {
        if let vendor = try XiaomiScale.measurement(bytes, on: .bodyCompositionMeasurement, quirks: quirks) {
            return .measurement(vendor)
        }
        let composition = try BodyComposition(decoding: bytes)
        guard !composition.flags.contains(.multiplePacket) else { return .bodyCompositionPart(composition) }
        return .measurement(composition.deviceMeasurement)
    }
}

extension PeripheralWords {
    /// For scales that conform to the profile.
    static let scale = PeripheralWords(
        pairing: """
            Put the scale into pairing mode as its manual says, often by a button under it. A scale for several people makes a user for the seat, and changes no other user.
            """,
        start: "Put the scale on a hard floor and wait for zero. Tap it first if it needs waking.",
        reading: """
            Step on barefoot and stand still until the value stops blinking. Step off and leave the scale near the hub \
            until the value has been sent.
            """
    )
}
