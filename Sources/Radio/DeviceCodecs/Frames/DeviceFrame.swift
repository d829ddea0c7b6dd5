/// The meaning of a frame from a subscribed characteristic to the reader of a device.
public enum DeviceFrame: Hashable, Sendable {
    /// A measurement, complete or its first half; see ``DeviceMeasurement/awaitsPartner``.
    case measurement(DeviceMeasurement)
    /// A sample of a stream that lasts while the sensor is worn; a current value without a time stamp.
    case continuous(DeviceMeasurement)
    /// The second half of a glucose measurement; see ``DeviceMeasurement/joined(with:)-(GlucoseContext)``.
    case glucoseContext(GlucoseContext)
    /// A part of a body composition that spans several frames; see ``BodyComposition/joined(with:)``.
    case bodyCompositionPart(BodyComposition)
    /// A value during a measurement, which shows progress and never becomes a reading.
    case progress

    /// Decodes a frame.
    ///
    /// - Parameters:
    ///   - characteristic: The characteristic that sent the frame.
    ///   - bytes: The frame.
    ///   - quirks: The quirks of the model, from ``QuirkBook``; the codecs detect those that a frame itself reveals.
    /// - Throws: ``CodecError``; `unsupportedCharacteristic` for a characteristic that sends no measurements.
    public init(
        characteristic: BluetoothUUID,
        bytes: [UInt8],
        quirks: Set<DeviceQuirk> = []
    ) throws(CodecError) {
        guard let decode = Self.decoders[characteristic] else {
            throw CodecError(
                .unsupportedCharacteristic,
                message: "\(characteristic) does not send decodable measurements"
            )
        }
        self = try decode(bytes, quirks)
    }

    private static let decoders: [BluetoothUUID: ProfileCharacteristic.FrameDecoder] = DeviceProfile.all
        .flatMap(\.characteristics)
        .reduce(into: [:]) { decoders, characteristic in decoders[characteristic.uuid] = characteristic.frame }
}
