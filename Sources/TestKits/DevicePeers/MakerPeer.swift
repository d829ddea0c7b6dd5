/// A health device's side of its maker's protocol, without time and radio: bytes that a central writes, and what the
/// device sends for them.
///
/// Peers are written from public captures and descriptions, without the hub's codecs, so that a codec's mistake shows.
package protocol MakerPeer: Sendable {
    /// The UUID of the service in 128-bit form.
    static var service: String { get }

    /// The characteristics in the order of their handles.
    var rows: [PeerRow] { get }

    /// What the device sends for a write, in order.
    mutating func answers(to bytes: [UInt8], on uuid: String) -> [PeerFrame]

    /// Forgets the state of one link.
    mutating func linkEnded()
}

/// A characteristic of a device's own service.
package struct PeerRow: Hashable, Sendable {
    /// The UUID in 128-bit form.
    package let uuid: String
    /// BlueZ's flags: `write`, `write-without-response`, `notify`, `indicate`.
    package let flags: [String]

    /// Creates a characteristic.
    package init(_ uuid: String, flags: [String]) {
        (self.uuid, self.flags) = (uuid, flags)
    }
}

/// A value that a device sends.
package struct PeerFrame: Hashable, Sendable {
    /// The UUID of the characteristic in 128-bit form.
    package let uuid: String
    /// The bytes of one notification.
    package let bytes: [UInt8]

    /// Creates a value.
    package init(_ uuid: String, bytes: [UInt8]) {
        (self.uuid, self.bytes) = (uuid, bytes)
    }
}

/// The sum of bytes modulo 256, which many makers use as a checksum.
func sum8(_ bytes: some Sequence<UInt8>) -> UInt8 { bytes.reduce(0, &+) }

/// A number in bytes, low byte first.
func little(_ value: Int, count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

/// A number in bytes, high byte first.
func big(_ value: Int, count: Int) -> [UInt8] { little(value, count: count).reversed() }
