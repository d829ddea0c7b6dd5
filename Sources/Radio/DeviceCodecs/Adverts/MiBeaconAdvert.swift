internal import VitalRecords

extension ProtocolName {
    /// Xiaomi scales whose adverts are encrypted, by their 16-byte key.
    public static let xiaomiMiBeacon = ProtocolName(rawValue: "xiaomi-mibeacon")
}

extension AdvertDecoder {
    /// Xiaomi's S200, S400 and S800, with the key of the device.
    ///
    /// The S400 sends its weight with the impedance of the high band, and the low band by itself, which has no metric. The
    /// time in UTC of the S200 and the S400 numbers the weighing. The S800 sends no time: its whole frame names a weighing.
    /// Source: ``XiaomiFamily``.
    static let miBeacon = AdvertDecoder(
        speaks: .xiaomiMiBeacon,
        places: [.serviceData(BluetoothUUID(0xFE95))],
        hold: 5
    ) { bytes, options throws(CodecError) in
        // They encrypt each weighing: a plain one is another sender's.
        guard let control = bytes.first, control & 0x08 != 0 else { return .nothing }
        guard let frame = try XiaomiFamily.decode([bytes], options: options).first, frame.kind == "scale",
            frame.text("product") != nil, let weight = frame.number("weight")
        else { return .nothing }
        var values = [Measurement(metric: .bodyWeight, value: weight, unit: "kg")]
        guard values[0].isPersonsWeight else { return .nothing }
        if let pulse = frame.number("pulse") { values.append(Measurement(metric: .pulse, value: pulse, unit: "/min")) }
        if let ohm = frame.number("impedanceHigh") {
            values.append(Measurement(metric: .bodyImpedance, value: ohm, unit: "Ohm"))
        }
        let seconds = frame.seconds("time")
        let measurement = DeviceMeasurement(
            weighing: values,
            number: seconds,
            keyBytes: seconds.map { Array("\($0)".utf8) } ?? bytes
        )
        return .result(measurement, isWhole: values.count == 3)
    }
}
