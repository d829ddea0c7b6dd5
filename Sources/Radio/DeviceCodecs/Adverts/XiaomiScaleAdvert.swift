internal import VitalRecords

extension AdvertDecoder {
    /// Xiaomi's scales v1 and v2, which repeat their last weighing until they sleep.
    ///
    /// A weighing's impedance comes some seconds after its weight, or not at all. Source: ``XiaomiScale``.
    static let xiaomiScale = AdvertDecoder(
        speaks: .xiaomiScale,
        places: [.serviceData(.weightScaleService), .serviceData(.bodyCompositionService)],
        hold: 4
    ) { bytes, _ throws(CodecError) in
        let scale = try XiaomiScale(decoding: bytes)
        let measurement = scale.deviceMeasurement(on: .weightMeasurement)
        // A weight that no person has is a thing, or damaged.
        if measurement.isUsable, measurement.measurements.contains(where: \.isPersonsWeight) {
            return .result(measurement, isWhole: scale.isRemoved || measurement.measurements.count > 1)
        }
        return scale.isStable || scale.isRemoved || scale.count == 0 ? .nothing : .measuring
    }
}

extension PeripheralWords {
    /// For scales that say everything in their adverts.
    static let advertScale = PeripheralWords(
        pairing: """
            Step on the scale once, so that it is in sight, and pair it for the person whose it is. It is never connected \
            and shows nothing of it. Other people's weights are read from it too.
            """,
        start: "Put the scale on a hard floor and wait for zero. Tap it first if it needs waking.",
        reading: """
            Step on barefoot and stand still until the value stops blinking. Step off and leave the scale near the hub for \
            ten seconds.
            """
    )
}
