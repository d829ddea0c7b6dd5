/// A line that is typed without being shown, byte by byte.
///
/// The terminal edits nothing and sends no signals while it is typed, so that its settings come back whatever is pressed.
package struct HiddenLine: Sendable {
    /// What a byte did.
    package enum Step: Sendable, Hashable {
        /// More is to come.
        case more
        /// The line is complete.
        case done
        /// The person gave up, by Ctrl-C.
        case cancelled
    }

    /// The most bytes that are kept.
    private let limit: Int
    /// What was typed so far.
    package private(set) var bytes: [UInt8] = []

    /// Begins a line.
    ///
    /// - Parameter limit: The most bytes that are kept; one more shows that it is too long.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Takes the next byte; nil for the end of the input.
    package mutating func take(_ byte: UInt8?) -> Step {
        switch byte {
        case nil, 0x0A, 0x0D, 0x04: return .done
        case 0x03: return .cancelled
        case 0x08, 0x7F: if !bytes.isEmpty { bytes.removeLast() }
        case 0x15: bytes = []
        case let byte?: if bytes.count <= limit { bytes.append(byte) }
        }
        return .more
    }
}
