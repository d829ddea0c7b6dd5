internal import VitalRecords

extension ProtocolName {
    /// QN, Renpho and FITINDEX scales that say their weight in their adverts.
    public static let qnAdvert = ProtocolName(rawValue: "qn-advert")
}

extension AdvertDecoder {
    /// Scales of Yolanda's QN family that are never connected.
    ///
    /// They say no impedance and no time. An idle scale shows no weight, so the next settled one is another weighing.
    /// Source: ``QNFamily``.
    static let qnScale = AdvertDecoder(speaks: .qnAdvert, places: [.manufacturerData(0xFFFF)], hold: 2) {
        bytes,
        options throws(CodecError) in
        guard bytes.starts(with: [0xAA, 0xBB]) else { return .nothing }
        guard let frame = try QNFamily.decode([bytes], options: options).first, frame.isSet("stable"),
            let weight = frame.number("weight")
        else { return .measuring }
        let value = Measurement(metric: .bodyWeight, value: weight, unit: "kg")
        return .result(
            DeviceMeasurement(weighing: [value], number: nil, keyBytes: Array(bytes[17...18])),
            isWhole: false
        )
    }
}
