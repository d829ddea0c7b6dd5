/// What a peripheral's protocol needs beside a driver.
public enum PeripheralNeed: Hashable, Sendable, Codable {
    /// The maker's key file, by its name.
    case keyFile(String)
    /// `validic.license`.
    case license
    /// A key of its own for each device, which the person reads off it.
    case encryptionKey
}
