internal import VitalRecords

/// An oxygen saturation and the pulse rate beside it.
public struct OximeterPair: Hashable, Sendable {
    /// The saturation in percent.
    public let spo2: MedicalFloat
    /// The pulse rate per minute.
    public let pulse: MedicalFloat

    init(_ reader: inout ByteReader) throws(CodecError) {
        spo2 = try reader.sfloat("SpO2")
        pulse = try reader.sfloat("pulse rate")
    }

    /// True where there is a saturation: without one the finger is out, whatever the pulse field says.
    public var isNumber: Bool { spo2.number != nil }

    /// The values with their units; empty without a saturation.
    ///
    /// A pulse without a number and a pulse of 0, which no one has who is measured, are left out.
    var measurements: [Measurement] {
        guard let saturation = spo2.number else { return [] }
        let rate = pulse.number.flatMap { $0 > 0 ? Measurement(metric: .pulse, value: $0, unit: "/min") : nil }
        return [Measurement(metric: .spo2, value: saturation, unit: "%"), rate].compactMap { $0 }
    }
}
