package import SeededRandom

/// Encodes 0x2A35 and 0x2A36 as cuffs send them.
package enum CuffFrame {
    private static let notANumber: UInt16 = 0x07FF

    /// A frame that conforms to the standard.
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

    /// A frame with the reserved flag bits 6 and 7 set, values in tenths, and MAP NaN.
    package static func reservedFlags(_ values: CuffValues, time: [UInt8]) -> [UInt8] {
        [0xDE] + little(tenths(values.systolic)) + little(tenths(values.diastolic)) + little(notANumber) + time
            + little(tenths(values.pulse)) + [values.user] + little(values.status)
    }

    /// The 19 bytes of a Beurer BM85: user index without its flag, pulse and status big-endian, MAP 0.
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

    /// Tenths if they fit the mantissa; otherwise whole units.
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

/// The values of a blood pressure reading.
package struct CuffValues: Equatable, Sendable {
    /// In mmHg, 0 to 300.
    package var systolic: Int
    /// In mmHg, 0 to 300.
    package var diastolic: Int
    /// In mmHg, 0 to 300; nil derives it as diastolic plus a third of the difference.
    package var meanArterial: Int?
    /// Beats per minute, 0 to 300.
    package var pulse: Int
    /// The user index on the cuff.
    package var user: UInt8
    /// The measurement status bits of 0x2A35.
    package var status: UInt16

    /// Creates a reading.
    package init(
        systolic: Int,
        diastolic: Int,
        meanArterial: Int? = nil,
        pulse: Int = 64,
        user: UInt8 = 1,
        status: UInt16 = 0
    ) {
        self.systolic = systolic
        self.diastolic = diastolic
        self.meanArterial = meanArterial
        self.pulse = pulse
        self.user = user
        self.status = status
    }

    /// Makes up plausible values.
    package init(random generator: inout SplitMix64) {
        let systolic = Int.random(in: 104...148, using: &generator)
        self.init(
            systolic: systolic,
            diastolic: systolic - Int.random(in: 32...50, using: &generator),
            pulse: Int.random(in: 54...96, using: &generator)
        )
    }

    /// Takes the values of a scenario; without a systolic pressure all others are made up.
    package init(_ given: MeasurementValues, random generator: inout SplitMix64) {
        if let systolic = given.whole(.systolic) {
            self.init(systolic: systolic, diastolic: given.whole(.diastolic) ?? systolic - 40)
        } else {
            self.init(random: &generator)
            diastolic = given.whole(.diastolic) ?? diastolic
        }
        meanArterial = given.whole(.meanArterial)
        pulse = given.whole(.pulse) ?? pulse
        user = given.byte(.user) ?? user
        status = given.word(.status) ?? status
    }

    /// The mean arterial pressure, given or derived.
    var mean: Int { meanArterial ?? diastolic + (systolic - diastolic) / 3 }
}

/// The optional fields of a cuff's frames, and the unit.
package struct CuffFields: Decodable, Equatable, Sendable {
    /// Whether frames have a time stamp, flag bit 1.
    package var timestamp = true
    /// Whether frames have a pulse rate, flag bit 2.
    package var pulse = true
    /// Whether frames have a user index, flag bit 3.
    package var user = true
    /// Whether frames have a measurement status, flag bit 4.
    package var status = true
    /// Whether the unit is kPa, flag bit 0.
    package var kilopascal = false

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case timestamp
        case pulse
        case user
        case status
        case kilopascal
    }

    /// All fields, in mmHg.
    package init() {}

    /// Decodes the JSON form.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.strict(CodingKeys.self)
        timestamp = try box.value(.timestamp, default: true)
        pulse = try box.value(.pulse, default: true)
        user = try box.value(.user, default: true)
        status = try box.value(.status, default: true)
        kilopascal = try box.value(.kilopascal, default: false)
    }
}
