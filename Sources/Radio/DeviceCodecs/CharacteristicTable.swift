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
