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
