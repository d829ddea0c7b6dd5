/// A Bluetooth device address, in capital letters: `AA:BB:CC:DD:EE:FF`.
///
/// It identifies a person's device; it is never logged or sent off the hub.
public struct BluetoothAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address's text.
    public let description: String

    /// Makes an address; nil if the text is not a valid one.
    public init?(_ text: String) {
        let parts = text.uppercased().split(separator: ":", omittingEmptySubsequences: false)
        let isAddress = parts.count == 6 && parts.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }
        guard isAddress, text.utf8.count == 17 else { return nil }
        description = text.uppercased()
    }
}

/// The kind of a device's address.
public enum AddressType: String, Hashable, Sendable {
    /// Assigned by the IEEE; it never changes.
    case `public`
    /// Random; a static one lasts, a private one changes every few minutes.
    case random
}
