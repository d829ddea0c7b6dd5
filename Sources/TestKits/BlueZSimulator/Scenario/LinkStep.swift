/// A step of reading a device, where a fault may strike.
package enum LinkStep: String, Codable, CaseIterable, Sendable {
    /// The link has just come up.
    case connected
    /// The central asks for the services.
    case discovery
    /// Pairing is under way.
    case pairing
    /// Device Information is read; `dropAtStep` counts the reads of a link by `frames`.
    case information
    /// A clock is read or written; `dropAtStep` counts that by `frames`, and what was written stands.
    case clock
    /// A CCCD is written.
    case subscribed
    /// A control point is written; for `dropAtStep` after so many records of a report, 0 as soon as one is asked for.
    case racp

    /// The step of a read or a write; nil where it is of none.
    init?(short: UInt16) {
        switch short {
        case 0x2A24, 0x2A25, 0x2A29: self = .information
        case 0x2A08, 0x2A2B, GattUUID.contourClock, 0xFFF1: self = .clock
        default: return nil
        }
    }
}
