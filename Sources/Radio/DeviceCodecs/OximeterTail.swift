internal import VitalRecords

/// The fields that both oximeter characteristics end with.
struct OximeterTail: Hashable, Sendable {
    let status: OximeterStatus?
    let sensorStatus: OximeterSensorStatus?
    let pulseAmplitudeIndex: MedicalFloat?

    /// Takes the fields that are there.
    init(
        _ reader: inout ByteReader,
        hasStatus: Bool,
        hasSensorStatus: Bool,
        hasIndex: Bool
    ) throws(CodecError) {
        status = hasStatus ? OximeterStatus(rawValue: try reader.uint16("measurement status")) : nil
        sensorStatus =
            hasSensorStatus ? OximeterSensorStatus(rawValue: try reader.uint24("device and sensor status")) : nil
        pulseAmplitudeIndex = hasIndex ? try reader.sfloat("pulse amplitude index") : nil
    }

    /// False where the device says that the values are none, wrong, or not of a person.
    var isUsable: Bool { isPatient && status?.isDisjoint(with: [.unavailable, .invalid]) != false }

    /// False for a demonstration and a test.
    var isPatient: Bool { status?.isDisjoint(with: [.demo, .test]) != false }

    var fields: [DecodedField] {
        [
            status.map { DecodedField("measurement_status", .integer($0.rawValue)) },
            sensorStatus.map { DecodedField("device_sensor_status", .integer($0.rawValue)) },
            pulseAmplitudeIndex.map { DecodedField("pai", .float($0)) },
        ].compactMap { $0 }
    }

    /// The index as a value; it says how strong the pulse was at the sensor.
    var measurements: [Measurement] {
        pulseAmplitudeIndex?.number.map { [Measurement(metric: .pulseAmplitudeIndex, value: $0, unit: "%")] } ?? []
    }

    var context: ReadingContext {
        ReadingContext(statusFlags: (status?.names ?? []) + (sensorStatus?.names ?? []))
    }
}
