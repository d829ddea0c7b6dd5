/// A ChoiceMMed fingertip oximeter (MD300C208, OX100): after the password it sends a result each second.
///
/// Source: captured frames of three public programs.
package struct ChoiceMMedPeer: MakerPeer {
    /// The service, which ends with the device's address.
    package static let service = "ba11f08c-5f14-0b0d-1080-000d00000001"
    /// CD01 to CD04.
    package static let notifications = (1...4).map { "0000cd0\($0)-0000-1000-8000-00805f9b34fb" }
    /// Where the password is written.
    package static let requests = "0000cd20-0000-1000-8000-00805f9b34fb"

    /// Whether the password of this link was right.
    package private(set) var isOpen = false
    /// Writes other than a password.
    package private(set) var strayWrites: [[UInt8]] = []

    /// Creates an oximeter.
    package init() {}

    /// Four characteristics that notify, and one that is written either way.
    package var rows: [PeerRow] {
        Self.notifications.map { PeerRow($0, flags: ["notify"]) }
            + [PeerRow(Self.requests, flags: ["write", "write-without-response"])]
    }

    /// Accepts the password 0000.
    package mutating func answers(to bytes: [UInt8], on _: String) -> [PeerFrame] {
        guard bytes.count == 7, bytes.starts(with: [0xAA, 0x55, 0x04, 0xB1]), sum8(bytes[2..<6]) == bytes[6] else {
            strayWrites.append(bytes)
            return []
        }
        isOpen = bytes[4] == 0 && bytes[5] == 0
        return [PeerFrame(Self.notifications[0], bytes: Self.frame([0xB1, isOpen ? 0 : 1]))]
    }

    /// A result; 0 is none.
    package static func result(saturation: UInt8, pulse: UInt8) -> PeerFrame {
        PeerFrame(notifications[3], bytes: frame([saturation, pulse]))
    }

    /// Asks for the password again.
    package mutating func linkEnded() { isOpen = false }

    private static func frame(_ data: [UInt8]) -> [UInt8] {
        let counted = [UInt8(data.count + 1)] + data
        return [0x55, 0xAA] + counted + [sum8(counted)]
    }
}
