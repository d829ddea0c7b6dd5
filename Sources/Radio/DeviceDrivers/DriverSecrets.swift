/// What a driver is given to open a device with; never written anywhere.
public struct DriverSecrets: Sendable, CustomStringConvertible {
    /// The hexadecimal digits of the maker's key file, as they stand there; nil where the model needs none.
    public let authKey: String?
    /// The license file's bytes; nil where the model needs none.
    public let license: [UInt8]?
    /// The device's own key, 16 bytes; nil where the model needs none.
    public let encryptionKey: [UInt8]?

    /// Takes the parts.
    public init(authKey: String? = nil, license: [UInt8]? = nil, encryptionKey: [UInt8]? = nil) {
        self.authKey = authKey
        self.license = license
        self.encryptionKey = encryptionKey
    }

    /// Never the secrets.
    public var description: String { "driver secrets" }
}
