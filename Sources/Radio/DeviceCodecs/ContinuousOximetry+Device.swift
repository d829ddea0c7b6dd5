internal import VitalRecords

extension ContinuousOximetry {
    /// The frame's fields by the names that `vitalbus decode` shows.
    ///
    /// `usable` only where it is false.
    var fields: [DecodedField] {
        let fields: [DecodedField?] = [
            DecodedField("spo2", .float(values.spo2)),
            DecodedField("pulse", .float(values.pulse)),
            fast.map { DecodedField("spo2_fast", .float($0.spo2)) },
            fast.map { DecodedField("pulse_fast", .float($0.pulse)) },
            slow.map { DecodedField("spo2_slow", .float($0.spo2)) },
            slow.map { DecodedField("pulse_slow", .float($0.pulse)) },
        ]
        let marks = isUsable ? [] : [DecodedField("usable", .bool(false))]
        return fields.compactMap { $0 } + tail.fields + marks
    }

    /// The frame as a measurement of a device, by its normal values: the fast and slow ones say the same otherwise.
    func deviceMeasurement(frame: [UInt8]) -> DeviceMeasurement {
        DeviceMeasurement(
            characteristic: .continuousOximetry,
            time: nil,
            keyBytes: frame,
            type: .biometrics,
            measurements: isUsable ? values.measurements + tail.measurements : [],
            context: tail.context,
            isUsable: isUsable,
            isPatient: tail.isPatient,
            quirks: flags.isDisjoint(with: .reserved) ? [] : [.rfuFlagBits]
        )
    }
}
