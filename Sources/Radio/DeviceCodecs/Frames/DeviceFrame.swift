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
        guard let decode = Self.decoders[characteristic] else {
            throw CodecError(
                code: .unsupportedCharacteristic,
                message: "\(characteristic) sends no measurements that can be decoded"
            )
        }
        self = try decode(bytes, quirks)
    }

    private static let decoders: [BluetoothUUID: ProfileCharacteristic.FrameDecoder] = DeviceProfile.all
        .flatMap(\.characteristics)
        .reduce(into: [:]) { decoders, characteristic in decoders[characteristic.uuid] = characteristic.frame }
}
