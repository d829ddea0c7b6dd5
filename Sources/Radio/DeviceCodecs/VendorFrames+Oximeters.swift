extension VendorFrames {
    /// Jumper JPD-500F: `81 PR SpO2 PI`.
    ///
    /// Source: JAICHANGPARK/flutter_pulse_oximeter_connect; none is 255 and 127 in the BCI protocol.
    static func jumper(_ bytes: [UInt8]) throws(CodecError) -> [DecodedField] {
        var reader = try ByteReader(bytes)
        try expect(0x81, "frame type", &reader)
        let pulse = try reader.uint8("pulse rate")
        let spo2 = try reader.uint8("SpO2")
        return [
            DecodedField("pulse", value(pulse, none: 0xFF)), DecodedField("spo2", value(spo2, none: 0x7F)),
            DecodedField("pi", tenths(try reader.uint8("perfusion index"))),
        ]
    }

    /// Wellue PC-60FW: `AA 55 0F len 01 SpO2 PR 00 PI …`, the checksum behind it not looked at.
    ///
    /// Source: sza2/viatom_pc60fw.
    static func pc60fw(_ bytes: [UInt8]) throws(CodecError) -> [DecodedField] {
        var reader = try ByteReader(bytes)
        try expect(0xAA, "first byte", &reader)
        try expect(0x55, "second byte", &reader)
        try expect(0x0F, "frame type", &reader)
        _ = try reader.uint8("length")
        try expect(0x01, "function", &reader)
        let spo2 = try reader.uint8("SpO2")
        let pulse = try reader.uint8("pulse rate")
        _ = try reader.uint8("unknown")
        return [
            DecodedField("spo2", value(spo2, none: 0)), DecodedField("pulse", value(pulse, none: 0)),
            DecodedField("pi", tenths(try reader.uint8("perfusion index"))),
        ]
    }

    /// Contec CMS50D-BT: `EB 01 .. PR SpO2 …`.
    ///
    /// Source: tobiasisenberg/OxiVis#2.
    static func contec(_ bytes: [UInt8]) throws(CodecError) -> [DecodedField] {
        var reader = try ByteReader(bytes)
        try expect(0xEB, "first byte", &reader)
        try expect(0x01, "frame type", &reader)
        _ = try reader.uint8("status")
        let pulse = try reader.uint8("pulse rate")
        let spo2 = try reader.uint8("SpO2")
        return [DecodedField("pulse", value(pulse, none: 0xFF)), DecodedField("spo2", value(spo2, none: 0x7F))]
    }
}
