/// The size of a tensor.
struct Shape: Hashable, Sendable {
    /// More numbers than this are in no tensor: 256 MiB.
    static let mostValues = 1 << 26

    let channels: Int
    let height: Int
    let width: Int

    /// How many numbers; nil where a side is not above 0 or they are more than ``mostValues``.
    var count: Int? {
        let sides = [channels, height, width]
        guard sides.allSatisfy({ (1...Self.mostValues).contains($0) }) else { return nil }
        // No product of two such sides overflows 64 bits.
        let plane = height * width
        guard plane <= Self.mostValues, plane * channels <= Self.mostValues else { return nil }
        return plane * channels
    }

    /// How many numbers a plane has.
    var plane: Int { height * width }
}

extension Shape: CustomStringConvertible {
    var description: String { "\(channels) x \(height) x \(width)" }
}
