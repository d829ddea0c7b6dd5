internal import VitalRecords

extension BodyComposition {
    /// The frame's fields by the names that `vitalbus decode` shows.
    ///
    /// `multiple_packet` only where it is true, `usable` only where it is false.
    var fields: [DecodedField] {
        [
            DecodedField("body_fat_pct", bodyFat.field),
            DecodedField("unit", .text(units.massLabel)),
            time.map { DecodedField("time", .time($0)) },
            userID.map { DecodedField("user_id", .integer($0)) },
            basalMetabolism.map { DecodedField("bmr_kj", .integer($0)) },
            musclePercentage.map { DecodedField("muscle_pct", .number($0)) },
            muscleMass.map { DecodedField("muscle_mass", $0.field) },
            fatFreeMass.map { DecodedField("fat_free_mass", $0.field) },
            softLeanMass.map { DecodedField("soft_lean_mass", $0.field) },
            bodyWaterMass.map { DecodedField("body_water_mass", $0.field) },
            impedance.map { DecodedField("impedance_ohm", .number($0)) },
            weight.map { DecodedField("weight", $0.field) },
            height.map { DecodedField("height", .number($0)) },
            height.map { _ in DecodedField("height_unit", .text(units.lengthLabel)) },
            flags.contains(.multiplePacket) ? DecodedField("multiple_packet", .bool(true)) : nil,
            isUsable ? nil : DecodedField("usable", .bool(false)),
        ].compactMap { $0 }
    }

    /// The frame, or the joined frames, as a measurement of a device.
    ///
    /// Where the composition failed, a weight that is there stays: it was measured all the same.
    public var deviceMeasurement: DeviceMeasurement {
        let found: [(DeviceQuirk, Bool)] = [
            (.rfuFlagBits, !flags.isDisjoint(with: .reserved)), (.clockNotSet, time?.isClockSet == false),
            (.beurerZeroComposition, isPlaceholder),
        ]
        let composition = isUsable ? compositionValues : []
        let size: [(MetricName, DecimalNumber?, String)] = [
            (.bodyWeight, weight?.number, units.mass), (.bodyHeight, height, units.length),
        ]
        let body = weight?.number == nil && !isUsable ? [] : Self.present(size)
        return DeviceMeasurement(
            characteristic: .bodyCompositionMeasurement,
            time: time.map { DeviceTime($0) },
            keyBytes: bytes,
            userIndex: userID.map { Int($0) },
            type: .weight,
            measurements: composition + body,
            context: nil,
            quirks: found.filter(\.1).map(\.0),
            partner: time.flatMap { $0.isClockSet ? .weighing(time: $0, user: userID) : nil },
            decoderRevision: Self.decoderRevision
        )
    }

    private var compositionValues: [Measurement] {
        Self.present([
            (.bodyFat, bodyFat.number, "%"),
            (.basalMetabolicRate, basalMetabolism.map { DecimalNumber(Int64($0)) }, "kJ/d"),
            ("body_muscle", musclePercentage, "%"), ("body_muscle_mass", muscleMass?.number, units.mass),
            (.bodyLeanMass, fatFreeMass?.number, units.mass),
            (.bodySoftLeanMass, softLeanMass?.number, units.mass),
            ("body_water_mass", bodyWaterMass?.number, units.mass), (.bodyImpedance, impedance, "Ohm"),
        ])
    }

    /// The values that are there; 0 is what scales send for what they did not measure.
    private static func present(_ values: [(MetricName, DecimalNumber?, String)]) -> [Measurement] {
        values.compactMap { metric, value, unit in
            value.flatMap { $0 > 0 ? Measurement(metric: metric, value: $0, unit: unit) : nil }
        }
    }
}
