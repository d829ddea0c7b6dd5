internal import DeviceCodecs
internal import SeededRandom

extension WireTarget {
    /// All frames: the first byte says which characteristic, the second whether a model's quirks count.
    package static let frames = WireTarget("frames", seeds: FrameReceiver.seeds, isJSON: false, FrameReceiver.take)
}

/// What is done with the bytes of a device.
enum FrameReceiver {
    /// A measurement of each kind, and what has no kind.
    static let seeds: [[UInt8]] = [
        [0x1E, 120, 0, 80, 0, 90, 0, 0xEA, 7, 3, 1, 8, 0, 0, 64, 0, 1, 0, 0],
        [0x1F, 1, 0, 0xEA, 7, 3, 1, 8, 0, 0, 60, 0, 0x5A, 0xB0, 0x11, 0, 0],
        [0x1F, 97, 0, 60, 0, 97, 0, 60, 0, 0, 0, 0, 0, 0], [0x07, 0xFA, 0, 0, 0xFF, 0xEA, 7, 3, 1, 8, 0, 0, 2],
        [0x0E, 0x40, 0x37, 0xEA, 7, 3, 1, 8, 0, 0, 1, 0xF0, 0, 0x2C, 7],
        [0xFF, 0x1F, 0xC8, 0, 0xEA, 7, 3, 1, 8, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1], [0x06, 0, 1, 5, 0],
    ].flatMap { bytes in (0..<UInt8(kinds.count)).map { [$0, 0] + bytes } }

    private static let kinds: [BluetoothUUID] = [
        .bloodPressureMeasurement, .glucoseMeasurement, .glucoseContext, .spotCheck, .continuousOximetry,
        .temperatureMeasurement, .weightMeasurement, .bodyCompositionMeasurement, .intermediateCuffPressure,
        .intermediateTemperature,
    ]

    /// Decodes a frame as the reader does, and as `vitalbus decode` does for characteristics and makers' protocols.
    static func take(_ bytes: [UInt8]) throws {
        guard bytes.count > 2 else { return }
        let frame = Array(bytes.dropFirst(2))
        let codec = CharacteristicTable.codecs[Int(bytes[0]) % CharacteristicTable.codecs.count]
        if let fields = try? codec.decode(frame) { _ = DecodedValue.object(fields).json }
        let family = DriverTable.families[Int(bytes[0]) % DriverTable.families.count]
        _ = try? family.frames([frame]).map(\.json)
        let quirks = bytes[1] % 2 == 0 ? [] : Set(DeviceQuirk.allCases)
        switch try DeviceFrame(
            characteristic: kinds[Int(bytes[0]) % kinds.count],
            bytes: frame,
            quirks: quirks
        ) {
        case .measurement(let measurement), .continuous(let measurement):
            _ = measurement.revision
            _ = measurement.keyBytes
        case .bodyCompositionPart(let part):
            _ = part.joined(with: part)?.deviceMeasurement
        case .glucoseContext, .progress: break
        }
    }
}
