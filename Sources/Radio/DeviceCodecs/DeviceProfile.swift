/// A health device profile of the Bluetooth SIG: its characteristics with their codecs, and its generic catalogue entry.
///
/// ``CharacteristicTable``, ``DeviceFrame``, ``PeripheralCatalogue`` and the reader's choice of subscriptions derive
/// from these rows. To add a profile, write its row next to its codecs and list it in ``all``.
public struct DeviceProfile: Sendable {
    /// The catalogue entry for every device that conforms to the profile.
    public let peripheral: Peripheral
    /// The characteristics; those to subscribe to come in the order of subscription.
    public let characteristics: [ProfileCharacteristic]

    /// All profiles; a device that has several is read by the first unless its catalogue entry names another.
    public static let all = [glucose, bloodPressure, thermometer, scale, pulseOximeter]

    init(_ peripheral: Peripheral, characteristics: [ProfileCharacteristic]) {
        self.peripheral = peripheral
        self.characteristics = characteristics
    }

    /// The services that carry the measurements.
    public var services: [BluetoothUUID] { peripheral.advert.services }

    /// The characteristics to subscribe to, in this order.
    public var subscriptions: [BluetoothUUID] { characteristics.filter { $0.role != .readable }.map(\.uuid) }

    /// The subscribed characteristics whose frames are measurements; a readable device has at least one of them.
    public var measuring: Set<BluetoothUUID> { Set(characteristics.filter { $0.role == .measuring }.map(\.uuid)) }
}

/// A characteristic of a profile: what the reader does with it, and how to decode its frames.
public struct ProfileCharacteristic: Sendable {
    /// The reader's use of a characteristic.
    public enum Role: Sendable {
        /// Subscribes to it; its frames are measurements.
        case measuring
        /// Subscribes to it; its frames belong to a measurement, show its progress, or answer a request.
        case supporting
        /// Reads or writes it, without the profile's subscriptions.
        case readable
    }

    typealias FieldDecoder = @Sendable ([UInt8]) throws(CodecError) -> [DecodedField]
    typealias FrameDecoder = @Sendable ([UInt8], Set<DeviceQuirk>) throws(CodecError) -> DeviceFrame

    /// The UUID of the characteristic.
    public let uuid: BluetoothUUID
    /// The reader's use of it.
    public let role: Role
    /// How to decode it for people and scripts.
    let codec: CharacteristicCodec
    /// How to decode a frame of a measurement; nil if it carries no measurement values.
    let frame: FrameDecoder?

    init(
        _ uuid: BluetoothUUID,
        name: String,
        role: Role = .readable,
        fields: @escaping FieldDecoder,
        frame: FrameDecoder? = nil
    ) {
        self.uuid = uuid
        self.role = role
        codec = CharacteristicCodec(uuid.assigned ?? uuid.description, name: name, fields)
        self.frame = frame
    }
}
