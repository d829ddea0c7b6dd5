extension BloodPressureMeasurement {
    /// The frame's fields by the names that `vitalbus decode` shows.
    ///
    /// `quirk` only where it changed how bytes were read.
    var fields: [DecodedField] {
        var fields = [
            DecodedField("systolic", .float(systolic)),
            DecodedField("diastolic", .float(diastolic)),
            DecodedField("map", .float(meanArterialPressure)),
            DecodedField("unit", .text(flags.unitLabel)),
        ]
        fields += Self.optionalFields(time: time, pulse: pulse, userID: userID, status: status)
        if quirks.contains(.beurerBigEndian) {
            fields.append(DecodedField("quirk", .text(DeviceQuirk.beurerBigEndian.rawValue)))
        }
        return fields
    }

    static func optionalFields(
        time: GATTDateTime?,
        pulse: MedicalFloat?,
        userID: UInt8?,
        status: BloodPressureStatus?
    ) -> [DecodedField] {
        [
            time.map { DecodedField("time", .time($0)) },
            pulse.map { DecodedField("pulse", .float($0)) },
            userID.map { DecodedField("user_id", .integer($0)) },
            status.map { DecodedField("status", .integer($0.rawValue)) },
        ].compactMap { $0 }
    }
}
