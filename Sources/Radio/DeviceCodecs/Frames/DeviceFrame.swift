/// What a frame of a measuring characteristic is to the one who reads a device.
public enum DeviceFrame: Hashable, Sendable {
    /// A measurement, whole or the first half of one; see ``DeviceMeasurement/awaitsPartner``.
    case measurement(DeviceMeasurement)
    /// One of a stream that goes on while the sensor is worn: a value of now, without a time.
    case continuous(DeviceMeasurement)
    /// The other half of a glucose measurement, see ``DeviceMeasurement/joined(with:)-(GlucoseContext)``.
    case glucoseContext(GlucoseContext)
    /// A part of a body composition that came in several packets, see ``BodyComposition/joined(with:)``.
    case bodyCompositionPart(BodyComposition)
    /// A value while the measurement goes on: shown and forgotten, never a reading.
    case progress

    /// Decodes a frame.
    ///
    /// - Parameters:
    ///   - characteristic: The characteristic that sent it.
    ///   - bytes: The frame.
    ///   - quirks: The quirks of the model, from ``QuirkBook``. Those that a frame shows by itself are found without.
    /// - Throws: ``CodecError``; `unsupportedCharacteristic` for one that sends no measurements.
    public init(
        characteristic: BluetoothUUID,
        bytes: [UInt8],
        quirks: Set<DeviceQuirk> = []
    ) throws(CodecError) {
        switch characteristic {
        case .bloodPressureMeasurement:
            self = .measurement(try BloodPressureMeasurement(decoding: bytes).deviceMeasurement(frame: bytes))
        case .glucoseMeasurement:
            let frame = try GlucoseMeasurement(decoding: bytes)
            self = .measurement(frame.deviceMeasurement(frame: bytes, modelQuirks: quirks))
        case .glucoseContext:
            self = .glucoseContext(try GlucoseContext(decoding: bytes))
        case .spotCheck:
            self = .measurement(try SpotCheck(decoding: bytes).deviceMeasurement(frame: bytes))
        case .continuousOximetry:
            self = .continuous(try ContinuousOximetry(decoding: bytes).deviceMeasurement(frame: bytes))
        case .temperatureMeasurement:
            self = .measurement(try TemperatureMeasurement(decoding: bytes).deviceMeasurement(frame: bytes))
        case .weightMeasurement:
            self = .measurement(try Self.weight(bytes, quirks))
        case .bodyCompositionMeasurement:
            self = try Self.bodyComposition(bytes, quirks)
        case .intermediateCuffPressure:
            _ = try IntermediateCuffPressure(decoding: bytes)
            self = .progress
        case .intermediateTemperature:
            _ = try TemperatureMeasurement(decoding: bytes)
            self = .progress
        default:
            throw CodecError(
                code: .unsupportedCharacteristic,
                message: "\(characteristic) sends no measurements that can be decoded"
            )
        }
    }

    private static func weight(
        _ bytes: [UInt8],
        _ quirks: Set<DeviceQuirk>
    ) throws(CodecError) -> DeviceMeasurement {
        if let vendor = try XiaomiScale.measurement(bytes, on: .weightMeasurement, quirks) { return vendor }
        return try WeightMeasurement(decoding: bytes).deviceMeasurement(frame: bytes, modelQuirks: quirks)
    }

    private static func bodyComposition(
        _ bytes: [UInt8],
        _ quirks: Set<DeviceQuirk>
    ) throws(CodecError) -> DeviceFrame {
        if let vendor = try XiaomiScale.measurement(bytes, on: .bodyCompositionMeasurement, quirks) {
            return .measurement(vendor)
        }
        let composition = try BodyComposition(decoding: bytes)
        guard !composition.flags.contains(.multiplePacket) else { return .bodyCompositionPart(composition) }
        return .measurement(composition.deviceMeasurement)
    }
}
