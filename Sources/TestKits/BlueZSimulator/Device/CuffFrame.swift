/// Bytes of 0x2A35 and 0x2A36 as cuffs send them.
package enum CuffFrame {
    private static let notANumber: UInt16 = 0x07FF

    /// A frame as the standard has it.
    package static func standard(_ values: CuffValues, time: [UInt8], fields: CuffFields) -> [UInt8] {
        let kilopascal = fields.kilopascal
        let flags =
            (kilopascal ? 1 : 0) | (fields.timestamp ? 2 : 0) | (fields.pulse ? 4 : 0) | (fields.user ? 8 : 0)
            | (fields.status ? 16 : 0) as UInt8
        var frame = [flags]
        for pressure in [values.systolic, values.diastolic, values.mean] {
            frame += little(kilopascal ? tenthsOfKilopascal(pressure) : short(pressure, exponent: 0))
        }
        if fields.timestamp { frame += time }
        if fields.pulse { frame += little(short(values.pulse, exponent: 0)) }
        if fields.user { frame.append(values.user) }
        if fields.status { frame += little(values.status) }
        return frame
    }

    /// A frame with the reserved flag bits 6 and 7 set, tenths as unit and MAP not a number.
    package static func reservedFlags(_ values: CuffValues, time: [UInt8]) -> [UInt8] {
        [0xDE] + little(tenths(values.systolic)) + little(tenths(values.diastolic)) + little(notANumber) + time
            + little(tenths(values.pulse)) + [values.user] + little(values.status)
    }

    /// The Beurer BM85's 19 bytes: user without its flag, pulse and status big-endian, MAP 0.
    package static func beurer(_ values: CuffValues, time: [UInt8]) -> [UInt8] {
        let pulse = UInt16(clamping: values.pulse)
        return [0x56] + little(short(values.systolic, exponent: 0)) + little(short(values.diastolic, exponent: 0))
            + [0, 0] + time + big(pulse) + [values.user] + big(values.status)
    }

    /// An intermediate cuff pressure: only the first value is a number.
    package static func intermediate(pressure: Int) -> [UInt8] {
        [0] + little(short(pressure, exponent: 0)) + little(notANumber) + little(notANumber)
    }

    /// An IEEE 11073 SFLOAT.
    private static func short(_ mantissa: Int, exponent: Int) -> UInt16 {
        UInt16(truncatingIfNeeded: exponent & 0xF) << 12 | UInt16(truncatingIfNeeded: mantissa & 0xFFF)
    }

    /// Tenths where they fit into the mantissa, else whole units.
    private static func tenths(_ value: Int) -> UInt16 {
        value <= 204 ? short(value * 10, exponent: -1) : short(value, exponent: 0)
    }

    private static func tenthsOfKilopascal(_ millimetres: Int) -> UInt16 {
        short(Int((Double(millimetres) * 1.333_22).rounded()), exponent: -1)
    }

    private static func little(_ value: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }

    private static func big(_ value: UInt16) -> [UInt8] { little(value).reversed() }
}
