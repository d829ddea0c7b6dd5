internal import VitalRecords

extension WeightMeasurement {
    /// The frame's fields by the names that `vitalbus decode` shows.
    ///
    /// `usable` only where it is false.
    var fields: [DecodedField] {
        [
            DecodedField("weight", weight.field),
            DecodedField("unit", .text(units.massLabel)),
            time.map { DecodedField("time", .time($0)) },
            userID.map { DecodedField("user_id", .integer($0)) },
            bodyMassIndex.map { DecodedField("bmi", .number($0)) },
            height.map { DecodedField("height", .number($0)) },
            height.map { _ in DecodedField("height_unit", .text(units.lengthLabel)) },
            weight == .unsuccessful ? DecodedField("usable", .bool(false)) : nil,
        ].compactMap { $0 }
    }

    /// The frame as a measurement of a device.
    ///
    /// No weight, no reading. A weight, BMI or height of 0 is none: scales send it for what they do not know.
    func deviceMeasurement(frame: [UInt8], modelQuirks: Set<DeviceQuirk> = []) -> DeviceMeasurement {
        let isBelowZero = flags.contains(.detectoBelowZero) && modelQuirks.contains(.detectoBelowZero)
        let found: [(DeviceQuirk, Bool)] = [
            (.rfuFlagBits, !isBelowZero && !flags.isDisjoint(with: .reserved)),
            (.clockNotSet, time?.isClockSet == false), (.detectoBelowZero, isBelowZero),
        ]
        return DeviceMeasurement(
            characteristic: .weightMeasurement,
            time: time.map { DeviceTime($0) },
            keyBytes: frame,
            userIndex: userID.map { Int($0) },
            type: .weight,
            measurements: isBelowZero ? [] : measurements,
            context: nil,
            quirks: found.filter(\.1).map(\.0),
            partner: time.flatMap { $0.isClockSet ? .weighing(time: $0, user: userID) : nil },
            decoderRevision: Self.decoderRevision
        )
    }

    private var measurements: [Measurement] {
        guard let mass = weight.number, mass > 0 else { return [] }
        let values: [(MetricName, DecimalNumber?, String)] = [
            (.bodyWeight, mass, units.mass), (.bmi, bodyMassIndex, "kg/m2"), (.bodyHeight, height, units.length),
        ]
        return values.compactMap { metric, value, unit in
            value.flatMap { $0 > 0 ? Measurement(metric: metric, value: $0, unit: unit) : nil }
        }
    }
}
