internal import VitalRecords

/// The fields that both oximeter characteristics end with.
struct OximeterTail: Hashable, Sendable {
    let status: OximeterStatus?
    let sensorStatus: OximeterSensorStatus?
    let pulseAmplitudeIndex: MedicalFloat?

    /// Reads the fields that the flags announce.
    init(
        _ reader: inout FrameReader,
        hasStatus: Bool,
        hasSensorStatus: Bool,
        hasIndex: Bool
    ) throws(CodecError) {
        status = hasStatus ? OximeterStatus(rawValue: try reader.uint16("measurement status")) : nil
        sensorStatus =
            hasSensorStatus ? OximeterSensorStatus(rawValue: try reader.uint24("device and sensor status")) : nil
        pulseAmplitudeIndex = hasIndex ? try reader.sfloat("pulse amplitude index") : nil
    }

    /// False if the device marks the values as unavailable, invalid, or not from a person.
    var isUsable: Bool { isPatient && status?.isDisjoint(with: [.unavailable, .invalid]) != false }

    /// Whether the device doubts its values, or reports a fault.
    var isDoubted: Bool { status?.contains(.questionable) == true || sensorStatus?.isFaulty == true }
    /// False for a demonstration and a test.
    var isPatient: Bool { status?.isDisjoint(with: [.demo, .test]) != false }

    var fields: [DecodedField] {
        [
            status.map { DecodedField("measurement_status", value: .integer($0.rawValue)) },
            sensorStatus.map { DecodedField("device_sensor_status", value: .integer($0.rawValue)) },
            pulseAmplitudeIndex.map { DecodedField("pai", value: .float($0)) },
        ].compactMap { $0 }
    }

    /// The pulse amplitude index as a value.
    var measurements: [Measurement] {
        pulseAmplitudeIndex?.positive.map { [Measurement(metric: .pulseAmplitudeIndex, value: $0, unit: "%")] } ?? []
    }

    var context: ReadingContext {
        ReadingContext(statusFlags: (status?.names ?? []) + (sensorStatus?.names ?? []))
    }
}

/// An oxygen saturation and the pulse rate measured with it.
public struct OximeterPair: Hashable, Sendable {
    /// Oxygen saturation in percent.
    public let spo2: MedicalFloat
    /// Pulse rate in beats per minute.
    public let pulse: MedicalFloat

    init(_ reader: inout FrameReader) throws(CodecError) {
        spo2 = try reader.sfloat("SpO2")
        pulse = try reader.sfloat("pulse rate")
    }

    /// Whether there is a saturation; without one no finger is in the sensor, whatever the pulse field says.
    ///
    /// Sensors send 0 and 127 for a missing value, although the format has NaN.
    public var isNumber: Bool { saturation != nil }

    private var saturation: DecimalNumber? { spo2.positive.flatMap { $0 == 127 ? nil : $0 } }

    /// The values with their units; empty if there is no saturation.
    ///
    /// Omits a pulse that is not a number, 0, 255 or 511: sensors send these for a missing value.
    var measurements: [Measurement] {
        guard let saturation else { return [] }
        let rate = pulse.positive.flatMap { $0 == 255 || $0 == 511 ? nil : $0 }
        return [Measurement(metric: .spo2, value: saturation, unit: "%")]
            + (rate.map { [Measurement(metric: .pulse, value: $0, unit: "/min")] } ?? [])
    }
}
