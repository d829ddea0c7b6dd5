/// Planes of numbers: what goes into a network and what comes out.
package struct Tensor: Hashable, Sendable {
    /// How many planes.
    package let channels: Int
    /// Rows of each plane.
    package let height: Int
    /// Numbers in each row.
    package let width: Int
    /// Plane by plane, each row by row.
    package var values: [Float]

    /// Makes a tensor; nil where the count of values is not channels x height x width.
    package init?(channels: Int, height: Int, width: Int, values: [Float]) {
        let shape = Shape(channels: channels, height: height, width: width)
        guard shape.count == values.count else { return nil }
        self.init(shape: shape, values: values)
    }

    /// Makes a tensor whose count is known to be right.
    init(shape: Shape, values: [Float]) {
        (channels, height, width) = (shape.channels, shape.height, shape.width)
        self.values = values
    }

    /// One number.
    ///
    /// - Returns: 0 outside the tensor.
    package subscript(channel: Int, row: Int, column: Int) -> Float {
        guard (0..<channels).contains(channel), (0..<height).contains(row), (0..<width).contains(column) else {
            return 0
        }
        return values[(channel * height + row) * width + column]
    }

    /// One plane, row by row; empty where there is none of that number.
    package func plane(_ channel: Int) -> ArraySlice<Float> {
        guard (0..<channels).contains(channel) else { return [] }
        return values[(channel * height * width)..<((channel + 1) * height * width)]
    }

    /// Its size.
    var shape: Shape { Shape(channels: channels, height: height, width: width) }
}

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
