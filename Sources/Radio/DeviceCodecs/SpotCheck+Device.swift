internal import VitalRecords

extension SpotCheck {
    /// The frame's fields by the names that `vitalbus decode` shows.
    ///
    /// `clock_not_set` only where it is true, `usable` only where it is false.
    var fields: [DecodedField] {
        let fields: [DecodedField?] = [
            DecodedField("spo2", .float(values.spo2)),
            DecodedField("pulse", .float(values.pulse)),
            time.map { DecodedField("time", .time($0)) },
        ]
        let marks: [DecodedField?] = [
            flags.contains(.clockNotSet) ? DecodedField("clock_not_set", .bool(true)) : nil,
            isUsable ? nil : DecodedField("usable", .bool(false)),
        ]
        return fields.compactMap { $0 } + tail.fields + marks.compactMap { $0 }
    }

    /// The frame as a measurement of a device.
    func deviceMeasurement(frame: [UInt8]) -> DeviceMeasurement {
        let found: [(DeviceQuirk, Bool)] = [
            (.rfuFlagBits, !flags.isDisjoint(with: .reserved)), (.clockNotSet, time != nil && !isClockSet),
        ]
        return DeviceMeasurement(
            characteristic: .spotCheck,
            time: time.map { isClockSet ? DeviceTime($0) : .unset },
            keyBytes: frame,
            type: .biometrics,
            measurements: isUsable ? values.measurements + tail.measurements : [],
            context: tail.context,
            isUsable: isUsable,
            isPatient: tail.isPatient,
            quirks: found.filter(\.1).map(\.0)
        )
    }
}
