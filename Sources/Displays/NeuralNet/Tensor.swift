/// Planes of numbers: the input and output of a network.
package struct Tensor: Hashable, Sendable {
    /// The number of planes.
    package let channels: Int
    /// The number of rows per plane.
    package let height: Int
    /// The number of values per row.
    package let width: Int
    /// The values, plane by plane and row by row.
    package var values: [Float]

    /// Creates a tensor; nil if the number of values is not channels x height x width.
    package init?(channels: Int, height: Int, width: Int, values: [Float]) {
        let shape = Shape(channels: channels, height: height, width: width)
        guard shape.count == values.count else { return nil }
        self.init(shape: shape, values: values)
    }

    /// Creates a tensor whose number of values is known to be correct.
    init(shape: Shape, values: [Float]) {
        (channels, height, width) = (shape.channels, shape.height, shape.width)
        self.values = values
    }

    /// A value.
    ///
    /// - Returns: 0 outside the tensor.
    package subscript(channel: Int, row: Int, column: Int) -> Float {
        guard (0..<channels).contains(channel), (0..<height).contains(row), (0..<width).contains(column) else {
            return 0
        }
        return values[(channel * height + row) * width + column]
    }

    /// A plane, row by row; empty if there is none with that index.
    package func plane(_ channel: Int) -> ArraySlice<Float> {
        guard (0..<channels).contains(channel) else { return [] }
        return values[(channel * height * width)..<((channel + 1) * height * width)]
    }

    /// Its size.
    var shape: Shape { Shape(channels: channels, height: height, width: width) }
}

/// The size of a tensor.
struct Shape: Hashable, Sendable {
    /// The limit of values in a tensor: 256 MiB.
    static let mostValues = 1 << 26

    let channels: Int
    let height: Int
    let width: Int

    /// The number of values; nil if a side is not positive or there are more than ``mostValues``.
    var count: Int? {
        let sides = [channels, height, width]
        guard sides.allSatisfy({ (1...Self.mostValues).contains($0) }) else { return nil }
        // No product of two such sides overflows 64 bits.
        let plane = height * width
        guard plane <= Self.mostValues, plane * channels <= Self.mostValues else { return nil }
        return plane * channels
    }

    /// The number of values per plane.
    var plane: Int { height * width }
}

extension Shape: CustomStringConvertible {
    var description: String { "\(channels) x \(height) x \(width)" }
}
