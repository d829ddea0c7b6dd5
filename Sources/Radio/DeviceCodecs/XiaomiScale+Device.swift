internal import VitalRecords

extension XiaomiScale {
    /// A vendor's frame under a standard UUID, or nil where the model has none or the length says otherwise.
    ///
    /// See ``DeviceQuirk/xiaomiVendorPayload``.
    static func measurement(
        _ bytes: [UInt8],
        on characteristic: BluetoothUUID,
        _ quirks: Set<DeviceQuirk>
    ) throws(CodecError) -> DeviceMeasurement? {
        guard quirks.contains(.xiaomiVendorPayload), bytes.count == 10 || bytes.count == 13 else { return nil }
        return try XiaomiScale(decoding: bytes).deviceMeasurement(on: characteristic)
    }

    /// The frame as a measurement of a device.
    ///
    /// A scale repeats its frame, and adds the impedance later: all of one weighing have the same key, and the one with
    /// the impedance is the newer revision. Half a kilogram is one jin.
    public func deviceMeasurement(on characteristic: BluetoothUUID) -> DeviceMeasurement {
        let isMass = isStable && !isObject && count > 0
        let mass = DecimalNumber(mantissa: Int64(count) * 5, exponent: -3)
        let weight = Measurement(
            metric: .bodyWeight,
            value: unit == "lb" ? self.weight : mass,
            unit: unit == "lb" ? "[lb_av]" : "kg"
        )
        let ohm = impedance.flatMap { value in
            value > 0 && value < 3_000
                ? Measurement(metric: .bodyImpedance, value: DecimalNumber(Int64(value)), unit: "Ohm") : nil
        }
        let isClockSet = time.year >= 2000
        var result = DeviceMeasurement(
            characteristic: characteristic,
            time: isClockSet ? DeviceTime(time) : .unset,
            keyBytes: keyBytes,
            type: .weight,
            measurements: isMass ? [weight, ohm].compactMap { $0 } : [],
            context: nil,
            quirks: [.xiaomiVendorPayload] + (isClockSet ? [] : [.clockNotSet])
        )
        result.completeness = ohm == nil ? 0 : 1
        return result
    }

    /// The frame's fields by the names that `vitalbus decode` shows.
    var fields: [DecodedField] {
        [
            DecodedField("weight", .number(weight)), DecodedField("unit", .text(unit)),
            DecodedField("mode", .text(isObject ? "object" : "person")), DecodedField("stable", .bool(isStable)),
            DecodedField("removed", .bool(isRemoved)),
            DecodedField("impedance", impedance.map { .integer($0) } ?? .null), DecodedField("time", .time(time)),
        ]
    }
}
