/// Every characteristic, number format and vendor frame that can be decoded for people and scripts.
///
/// Characteristics of a profile are rows of ``DeviceProfile``; everything else is a row here.
public enum CharacteristicTable {
    /// The rows: those of the profiles in their order, then the rest.
    public static let codecs: [CharacteristicCodec] =
        DeviceProfile.all.flatMap { $0.characteristics.map(\.codec) } + time + other + formats + vendor

    private static let time: [CharacteristicCodec] = [
        CharacteristicCodec("2A08", name: "Date Time") { bytes throws(CodecError) in
            var reader = try FrameReader(bytes)
            return [DecodedField("time", value: .time(try reader.dateTime("time")))]
        },
        CharacteristicCodec("2A2B", name: "Current Time") { bytes throws(CodecError) in
            try CurrentTime(decoding: bytes).fields
        },
    ]

    private static let formats: [CharacteristicCodec] = [
        CharacteristicCodec("SFLOAT", name: "IEEE 11073 16-bit float") { bytes throws(CodecError) in
            var reader = try FrameReader(bytes)
            return [DecodedField("value", value: .float(try reader.sfloat("value")))]
        },
        CharacteristicCodec("FLOAT", name: "IEEE 11073 32-bit float") { bytes throws(CodecError) in
            var reader = try FrameReader(bytes)
            return [DecodedField("value", value: .float(try reader.float("value")))]
        },
    ]

    /// The row for `2A35`, `0x2A35`, a full UUID, a format such as `SFLOAT`, or an alias, in either case.
    ///
    /// - Throws: ``CodecError`` with `unsupportedCharacteristic`; the message lists the supported ones.
    public static func codec(for characteristic: String) throws(CodecError) -> CharacteristicCodec {
        let wanted = BluetoothUUID(characteristic)?.assigned ?? characteristic.uppercased()
        let byName = codecs.first { $0.identifier == wanted }
        guard let codec = byName ?? codecs.first(where: { $0.aliases.contains { $0.uppercased() == wanted } }) else {
            let known = codecs.map(\.identifier).joined(separator: ", ")
            throw CodecError(
                .unsupportedCharacteristic,
                message: "no codec for \(characteristic.prefix(64)); supported are \(known)"
            )
        }
        return codec
    }
}

extension CharacteristicTable {
    /// Frames of devices with a proprietary protocol.
    ///
    /// They go by name because their UUIDs do not identify them: Mi scales use those of the standard.
    static let vendor: [CharacteristicCodec] = [
        CharacteristicCodec(
            "XIAOMI-SCALE",
            name: "Mi scale, service data or notification",
            aliases: [
                "advertisement ServiceData 181D", "advertisement ServiceData 181B", "GATT/ServiceData",
                "GATT notify on 2A9C (vendor payload!)",
            ]
        ) { bytes throws(CodecError) in
            try XiaomiScale(decoding: bytes).fields
        },
        CharacteristicCodec("JUMPER", name: "Jumper JPD-500F", aliases: ["cdeacb81 notify"]) {
            bytes throws(CodecError) in
            try VendorFrames.jumper(bytes)
        },
        CharacteristicCodec(
            "PC-60FW",
            name: "Wellue PC-60FW",
            aliases: ["NUS TX notify", "NUS TX notify (CRC-8/MAXIM byte stripped)"]
        ) { bytes throws(CodecError) in
            try VendorFrames.pc60fw(bytes)
        },
        CharacteristicCodec("CONTEC", name: "Contec CMS50D-BT", aliases: ["ff02 notify"]) { bytes throws(CodecError) in
            try VendorFrames.contec(bytes)
        },
        CharacteristicCodec("YONKER", name: "Yonker blood pressure", aliases: ["vendor notify"]) {
            bytes throws(CodecError) in
            try VendorFrames.yonker(bytes)
        },
        CharacteristicCodec(
            "OMRON-14",
            name: "Omron record of 14 bytes",
            aliases: ["HEM-7142T2 14-byte record"]
        ) { bytes throws(CodecError) in
            try OmronRecord.fields(bytes)
        },
        CharacteristicCodec("LIFESENSE-A2", name: "Lifesense A2 weight", aliases: ["8A21", "8A21 indicate"]) {
            bytes throws(CodecError) in
            try VendorFrames.lifesense(bytes)
        },
        CharacteristicCodec("VERIO", name: "OneTouch Verio frame", aliases: ["af9df7a2 write", "af9df7a3 notify"]) {
            bytes throws(CodecError) in
            try VerioFrame(decoding: bytes).fields
        },
    ]
}
