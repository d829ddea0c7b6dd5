public import DeviceCodecs
public import DeviceDrivers

/// A driver for an invented glucose meter, to copy.
public struct XORMeter: ProtocolDriver {
    /// Why the keys cannot be used.
    public struct WrongKey: Error, CustomStringConvertible {
        /// What is wrong; never the key.
        public var description: String { "the device's own key of 16 bytes is needed" }
    }

    /// The word in the catalogue's `speaks`.
    public static let name = ProtocolName(rawValue: "xor-meter")

    private let key: [UInt8]

    /// Takes the device's own key.
    public init(_ secrets: DriverSecrets) throws {
        guard let key = secrets.encryptionKey, key.count == 16 else { throw WrongKey() }
        self.key = key
    }

    /// Begins a link.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession { XORMeterSession(key: key) }
}
