/// The one table of characteristics that can be decoded.
///
/// A new one is a row.
public enum CharacteristicTable {
    /// All rows.
    public static let codecs: [CharacteristicCodec] =
        bloodPressure + glucose + pulseOximeter + thermometer + scale + time + formats + vendor

    private static let bloodPressure: [CharacteristicCodec] = [
        CharacteristicCodec("2A35", "Blood Pressure Measurement") { bytes throws(CodecError) in
            try BloodPressureMeasurement(decoding: bytes).fields
        },
        CharacteristicCodec("2A36", "Intermediate Cuff Pressure") { bytes throws(CodecError) in
            try IntermediateCuffPressure(decoding: bytes).fields
        },
        CharacteristicCodec("2A49", "Blood Pressure Feature") { bytes throws(CodecError) in
            [DecodedField("value", .integer(try BloodPressureFeature(decoding: bytes).rawValue))]
        },
    ]

    private static let time: [CharacteristicCodec] = [
        CharacteristicCodec("2A08", "Date Time") { bytes throws(CodecError) in
            var reader = try ByteReader(bytes)
            return [DecodedField("time", .time(try reader.dateTime("time")))]
        },
        CharacteristicCodec("2A2B", "Current Time") { bytes throws(CodecError) in
            try CurrentTime(decoding: bytes).fields
        },
    ]

    private static let formats: [CharacteristicCodec] = [
        CharacteristicCodec("SFLOAT", "IEEE 11073 16-bit float") { bytes throws(CodecError) in
            var reader = try ByteReader(bytes)
            return [DecodedField("value", .float(try reader.sfloat("value")))]
        },
        CharacteristicCodec("FLOAT", "IEEE 11073 32-bit float") { bytes throws(CodecError) in
            var reader = try ByteReader(bytes)
            return [DecodedField("value", .float(try reader.float("value")))]
        },
    ]

    /// The row for `2A35`, `0x2A35`, a full UUID, a name like `SFLOAT`, or another name of a row, in any case.
    ///
    /// - Throws: ``CodecError`` with `unsupportedCharacteristic`, naming what is supported.
    public static func codec(for characteristic: String) throws(CodecError) -> CharacteristicCodec {
        let wanted = BluetoothUUID(characteristic)?.assigned ?? characteristic.uppercased()
        let byName = codecs.first { $0.identifier == wanted }
        guard let codec = byName ?? codecs.first(where: { $0.aliases.contains { $0.uppercased() == wanted } }) else {
            let known = codecs.map(\.identifier).joined(separator: ", ")
            throw CodecError(
                code: .unsupportedCharacteristic,
                message: "no codec for \(characteristic.prefix(64)); supported are \(known)"
            )
        }
        return codec
    }
}

extension CharacteristicTable {
    /// Glucose meters.
    static let glucose: [CharacteristicCodec] = [
        CharacteristicCodec("2A18", "Glucose Measurement") { bytes throws(CodecError) in
            try GlucoseMeasurement(decoding: bytes).fields
        },
        CharacteristicCodec("2A34", "Glucose Measurement Context") { bytes throws(CodecError) in
            try GlucoseContext(decoding: bytes).fields
        },
        CharacteristicCodec("2A51", "Glucose Feature") { bytes throws(CodecError) in
            [DecodedField("value", .integer(try GlucoseFeature(decoding: bytes).rawValue))]
        },
        CharacteristicCodec("2A52", "Record Access Control Point") { bytes throws(CodecError) in
            try RecordAccessFrame(decoding: bytes).fields
        },
    ]
}

extension CharacteristicTable {
    /// Pulse oximeters.
    static let pulseOximeter: [CharacteristicCodec] = [
        CharacteristicCodec("2A5E", "PLX Spot-Check Measurement") { bytes throws(CodecError) in
            try SpotCheck(decoding: bytes).fields
        },
        CharacteristicCodec("2A5F", "PLX Continuous Measurement") { bytes throws(CodecError) in
            try ContinuousOximetry(decoding: bytes).fields
        },
        CharacteristicCodec("2A60", "PLX Features") { bytes throws(CodecError) in
            try OximeterFeatures(decoding: bytes).fields
        },
    ]
}

extension CharacteristicTable {
    /// Scales and their users.
    static let scale: [CharacteristicCodec] = [
        CharacteristicCodec("2A9D", "Weight Measurement") { bytes throws(CodecError) in
            try WeightMeasurement(decoding: bytes).fields
        },
        CharacteristicCodec("2A9E", "Weight Scale Feature") { bytes throws(CodecError) in
            [DecodedField("value", .integer(try WeightScaleFeature(decoding: bytes).rawValue))]
        },
        CharacteristicCodec("2A9C", "Body Composition Measurement") { bytes throws(CodecError) in
            try BodyComposition(decoding: bytes).fields
        },
        CharacteristicCodec("2A9B", "Body Composition Feature") { bytes throws(CodecError) in
            [DecodedField("value", .integer(try BodyCompositionFeature(decoding: bytes).rawValue))]
        },
        CharacteristicCodec("2A9F", "User Control Point") { bytes throws(CodecError) in
            try UserControlFrame(decoding: bytes).fields
        },
        CharacteristicCodec("2A9A", "User Index") { bytes throws(CodecError) in
            var reader = try ByteReader(bytes)
            return [DecodedField("value", .integer(try reader.uint8("user index")))]
        },
        CharacteristicCodec("2A99", "Database Change Increment") { bytes throws(CodecError) in
            var reader = try ByteReader(bytes)
            return [DecodedField("value", .integer(try reader.uint32("increment")))]
        },
    ]
}

extension CharacteristicTable {
    /// Thermometers.
    static let thermometer: [CharacteristicCodec] = [
        CharacteristicCodec("2A1C", "Temperature Measurement") { bytes throws(CodecError) in
            try TemperatureMeasurement(decoding: bytes).fields
        },
        CharacteristicCodec("2A1E", "Intermediate Temperature") { bytes throws(CodecError) in
            try TemperatureMeasurement(decoding: bytes).fields
        },
        CharacteristicCodec("2A1D", "Temperature Type") { bytes throws(CodecError) in
            var reader = try ByteReader(bytes)
            return [DecodedField("value", .integer(try reader.uint8("type")))]
        },
        CharacteristicCodec("2A21", "Measurement Interval") { bytes throws(CodecError) in
            var reader = try ByteReader(bytes)
            return [DecodedField("value", .integer(try reader.uint16("interval")))]
        },
    ]
}

extension CharacteristicTable {
    /// Frames of devices that have a protocol of their own.
    ///
    /// Their UUIDs do not tell them apart (Mi scales use the standard's), so they are named.
    static let vendor: [CharacteristicCodec] = [
        CharacteristicCodec(
            "XIAOMI-SCALE",
            "Mi scale, service data or notification",
            aliases: [
                "advertisement ServiceData 181D", "advertisement ServiceData 181B", "GATT/ServiceData",
                "GATT notify on 2A9C (vendor payload!)",
            ]
        ) { bytes throws(CodecError) in
            try XiaomiScale(decoding: bytes).fields
        },
        CharacteristicCodec("JUMPER", "Jumper JPD-500F", aliases: ["cdeacb81 notify"]) { bytes throws(CodecError) in
            try VendorFrames.jumper(bytes)
        },
        CharacteristicCodec(
            "PC-60FW",
            "Wellue PC-60FW",
            aliases: ["NUS TX notify", "NUS TX notify (CRC-8/MAXIM byte stripped)"]
        ) { bytes throws(CodecError) in
            try VendorFrames.pc60fw(bytes)
        },
        CharacteristicCodec("CONTEC", "Contec CMS50D-BT", aliases: ["ff02 notify"]) { bytes throws(CodecError) in
            try VendorFrames.contec(bytes)
        },
        CharacteristicCodec("YONKER", "Yonker blood pressure", aliases: ["vendor notify"]) { bytes throws(CodecError) in
            try VendorFrames.yonker(bytes)
        },
        CharacteristicCodec(
            "OMRON-14",
            "Omron record of 14 bytes",
            aliases: ["HEM-7142T2 14-byte record"]
        ) { bytes throws(CodecError) in
            try VendorFrames.omron(bytes)
        },
        CharacteristicCodec("LIFESENSE-A2", "Lifesense A2 weight", aliases: ["8A21", "8A21 indicate"]) {
            bytes throws(CodecError) in
            try VendorFrames.lifesense(bytes)
        },
        CharacteristicCodec("VERIO", "OneTouch Verio frame", aliases: ["af9df7a2 write", "af9df7a3 notify"]) {
            bytes throws(CodecError) in
            try VerioFrame(decoding: bytes).fields
        },
    ]
}
