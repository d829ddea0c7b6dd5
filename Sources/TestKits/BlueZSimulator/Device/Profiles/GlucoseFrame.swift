internal import SeededRandom

/// Encodes 0x2A18 and 0x2A34 as meters send them.
enum GlucoseFrame {
    /// The frames of a record, with time offset, status and context if given.
    static func make(
        _ values: MeasurementValues,
        sequence: UInt16,
        stamp: [UInt8],
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        // Drawn in any case, so that a given meal does not change the values made up after it.
        let drawn = UInt8.random(in: 0...5, using: &random)
        let meal = values.byte(.meal) ?? drawn
        let made = meal > 0 ? [0x02] + FrameBytes.word(sequence) + [meal] : nil
        let context = values.context ?? made
        let offset = values.whole(.offsetMinutes).map { Int16(clamping: $0) }
        let status = values.word(.status)
        var flags: UInt8 = 0x02 | (offset == nil ? 0 : 0x01) | (status == nil ? 0 : 0x08)
        flags |= context == nil ? 0 : 0x10
        if values[.millimolesPerLitre] != nil { flags |= 0x04 }
        var frame = [flags] + FrameBytes.word(sequence) + stamp
        if let offset { frame += FrameBytes.word(UInt16(bitPattern: offset)) }
        frame += amount(values, random: &random)
        frame.append((values.byte(.location) ?? 1) << 4 | (values.byte(.type) ?? 1) & 0x0F)
        if let status { frame += FrameBytes.word(status) }
        return [DeviceFrame(0x2A18, bytes: frame)] + (context.map { [DeviceFrame(0x2A34, bytes: $0)] } ?? [])
    }

    /// The concentration in mol/L in steps of 0.1 mmol/L, or in kg/L in steps of 1 mg/dL.
    private static func amount(_ values: MeasurementValues, random: inout SplitMix64) -> [UInt8] {
        if let millimoles = values[.millimolesPerLitre] {
            return FrameBytes.short(Int((millimoles * 10).rounded(.toNearestOrEven)), exponent: -4)
        }
        let given = values.whole(.milligramsPerDecilitre) ?? 0
        return FrameBytes.short(given == 0 ? Int.random(in: 62...214, using: &random) : given, exponent: -5)
    }

    /// The false "HI" dated 2037 that some meters report when their memory is full.
    static func fakeHigh(sequence: UInt16) -> DeviceFrame {
        DeviceFrame(
            0x2A18,
            bytes: [0x02] + FrameBytes.word(sequence) + [0xF5, 0x07, 1, 1, 0, 0, 0, 0xFE, 0x07, 0x11]
        )
    }
}

/// A stored record of a glucose meter.
package struct MeterRecord: Equatable, Sendable {
    /// The measurement and its context.
    package var reading: StoredReading
    /// The sequence number in the frame.
    package var sequence: UInt16
    /// The user-facing time: the base time and its offset.
    package var time: CivilTime
    /// Whether a complete report has sent it.
    package var isFetched = false

    /// The same record with another sequence number.
    func numbered(_ sequence: UInt16) -> MeterRecord {
        let frames = reading.frames.map { frame in
            guard frame.bytes.count >= 3 else { return frame }
            var bytes = frame.bytes
            bytes.replaceSubrange(1...2, with: FrameBytes.word(sequence))
            return DeviceFrame(frame.characteristic, bytes: bytes)
        }
        var copy = self
        copy.reading = StoredReading(number: reading.number, frames: frames, user: reading.user)
        copy.sequence = sequence
        return copy
    }
}
