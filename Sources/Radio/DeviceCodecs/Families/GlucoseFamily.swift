/// Glucose meters with additions to the standard: CareSens and Bioland.
///
/// Source: xDrip's CareSens tests, sivulich/AppiaGlucometers (tests from the manufacturer's document); facts §14.
enum GlucoseFamily {
    /// Decodes one frame: the standard's context or measurement, CareSens' clock, or Bioland's.
    static func decode(_ view: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        switch try view.byte(0) {
        case 0x55, 0x5A: if view.count >= 4 { return try bioland(view) }
        case 0xC0: if view.count >= 4 { return try clock(view) }
        default: break
        }
        if view.count >= 10, try (2000...2099).contains(view.little(3).unless(0) ?? 2000) {
            return DriverFrame("measurement", fields: try GlucoseMeasurement(decoding: view.bytes).fields)
        }
        // No field follows those that the flags announce.
        guard view.count <= (try contextLength(view)) else { throw DriverFamily.unknownFrame("glucose") }
        return DriverFrame("context", fields: try context(view))
    }

    /// The length that the flags of a context announce.
    private static func contextLength(_ view: ByteView) throws(CodecError) -> Int {
        let flags = try view.byte(0)
        let widths = [3, 1, 1, 3, 3, 0, 2, 1]
        return widths.enumerated().reduce(3) { $0 + (flags >> $1.offset & 1) * $1.element }
    }

    private static func clock(_ view: ByteView) throws(CodecError) -> DriverFrame {
        guard view.count > 10 else { return DriverFrame("clock", fields: [.bool("query", value: true)]) }
        let time = try FamilyTime.text(
            view.little(4),
            month: view.byte(6),
            day: view.byte(7),
            hour: view.byte(8),
            minute: view.byte(9),
            second: view.byte(10)
        )
        guard let time else { return DriverFrame("clock", fields: [.bool("query", value: true)]) }
        return DriverFrame("clock", fields: [.bool("query", value: false), FamilyTime.field(time)])
    }

    /// CareSens marks a ketone with meal 6 and codes it as glucose: a tenth of the number is mmol/L.
    private static func context(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let flags = try view.byte(0)
        var offset = 3 + (flags & 0x80 != 0 ? 1 : 0)
        var fields: [DecodedField] = [.int("sequence", value: try view.little(1))]
        if flags & 1 != 0 {
            fields += [
                .int("carbohydrate", value: try view.byte(offset)),
                DecodedField(
                    "carbohydrateAmount",
                    value: .float(MedicalFloat(sfloat: UInt16(try view.little(offset + 1))))
                ),
            ]
            offset += 3
        }
        if flags & 2 != 0 {
            let meal = try view.byte(offset)
            fields += [.int("meal", value: meal), .bool("ketone", value: meal == 6)]
        }
        return fields
    }

    private static func bioland(_ view: ByteView) throws(CodecError) -> DriverFrame {
        let size = try view.byte(1)
        // The first version's checksums have three bytes; no public source describes them.
        guard size == view.count, size >= 4 else {
            throw CodecError(.invalid, message: "the length does not fit: not a frame of a Bioland meter")
        }
        let sum = Checksum.sum8(view.bytes.dropLast())
        try Checksum.check(view.bytes.last == sum || view.bytes.last == sum &+ 2)
        let category = try view.byte(2)
        let head: [DecodedField] = [.int("category", value: category)]
        guard view.starts(0x55) else { return DriverFrame("request", fields: head) }
        switch category {
        case 0: return DriverFrame("info", fields: head + (try info(view)))
        case 2: return DriverFrame("countdown", fields: head + [.int("seconds", value: try view.byte(4))])
        case 3 where size >= 12:
            let time = FamilyTime.minute(
                2000 + (try view.byte(3)),
                month: try view.byte(4),
                day: try view.byte(5),
                hour: try view.byte(6),
                minute: try view.byte(7)
            )
            return DriverFrame(
                "result",
                fields: head + [.int("mgdl", value: try view.little(9).glucose), FamilyTime.field(time)]
            )
        case 5: return DriverFrame("end", fields: head)
        default: return DriverFrame("reply", fields: head)
        }
    }
    /// The meter's model, battery and serial number, which version 3.2 of the protocol sends in another order.
    ///
    /// Source: the layouts of sivulich/AppiaGlucometers, tested there with frames of the manufacturer's document.
    private static func info(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let isNew = view.count == 18
        guard isNew || view.count == 15 else { return [] }
        return [
            .int("battery", value: try view.byte(isNew ? 5 : 8)), .int("model", value: try view.byte(isNew ? 6 : 5)),
            .int("type", value: try view.byte(isNew ? 7 : 6)),
            .hex("serial", value: try isNew ? view.slice(8, count: 9) : view.slice(9, count: 5)),
        ]
    }
}
