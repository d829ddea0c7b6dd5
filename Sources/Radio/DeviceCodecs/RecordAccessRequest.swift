/// What is asked of a device's stored records (Record Access Control Point 0x2A52).
///
/// There is no request that deletes: a meter's memory is its owner's.
public enum RecordAccessRequest: Hashable, Sendable {
    /// Send all records.
    case reportAll
    /// Send the records from a number on.
    case reportSince(sequence: UInt16)
    /// Send the records from a user-facing time on.
    case reportSinceTime(GATTDateTime)
    /// Send the first record of the memory.
    case reportFirst
    /// Send the last record of the memory.
    case reportLast
    /// Count all records.
    case countAll
    /// Count the records from a number on.
    case countSince(sequence: UInt16)
    /// Stop what is going on.
    case abort

    /// The bytes to write, with response.
    public var bytes: [UInt8] {
        switch self {
        case .reportAll: [1, 1]
        case .reportSince(let sequence): [1, 3] + Self.filter(sequence)
        case .reportSinceTime(let time): [1, 3, 2] + time.encoded
        case .reportFirst: [1, 5]
        case .reportLast: [1, 6]
        case .countAll: [4, 1]
        case .countSince(let sequence): [4, 3] + Self.filter(sequence)
        case .abort: [3, 0]
        }
    }

    private static func filter(_ sequence: UInt16) -> [UInt8] {
        [1, UInt8(truncatingIfNeeded: sequence), UInt8(truncatingIfNeeded: sequence >> 8)]
    }
}
