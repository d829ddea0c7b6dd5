internal import CConvolution

/// A convolution prepared for an input size: in tiles if the processor supports them, else as a matrix product.
enum ConvolutionKernel {
    case tiles(TileKernel)
    case product(ProductKernel)

    /// Prepares a convolution; the output's size is ``Convolution/shape(of:)``.
    init(_ convolution: Convolution, input: Shape, output: Shape) {
        self =
            convolution.weights.lanes > 0
            ? .tiles(TileKernel(convolution, input: input, output: output))
            : .product(ProductKernel(convolution, input: input, output: output))
    }

    /// The working memory of a run, in numbers.
    var scratchCount: Int {
        switch self {
        case .tiles(let kernel): kernel.scratchCount
        case .product(let kernel): kernel.columnCount
        }
    }

    /// Computes the output; output and scratch must have room for ``Shape/count`` and ``scratchCount``.
    func run(_ source: [Float], into target: inout [Float], scratch: inout [Float]) {
        switch self {
        case .tiles(let kernel): kernel.run(source, into: &target, scratch: &scratch)
        case .product(let kernel): kernel.run(source, into: &target, columns: &scratch)
        }
    }
}

/// The weights of a convolution in the order of its kernel.
struct ConvolutionWeights: Sendable {
    /// The outputs in a block of tiles.
    static let block = 8
    /// The numbers in a vector of this processor's tiles; 0 without tiles.
    static let lanes = Int(vb_tile_lanes())

    /// The numbers in a vector of the tiles; 0 for a matrix product.
    let lanes: Int
    /// Ordered by output, input, row and column; for tiles in blocks of outputs padded with 0, with the output varying
    /// fastest.
    let values: [Float]

    /// Reorders weights given by output, input, row and column.
    init(_ weights: [Float], outputs: Int, lanes: Int = ConvolutionWeights.lanes) {
        self.lanes = lanes
        guard lanes > 0, outputs > 0 else {
            values = weights
            return
        }
        let taps = weights.count / outputs
        var ordered = [Float](repeating: 0, count: (outputs + Self.block - 1) / Self.block * Self.block * taps)
        for output in 0..<outputs {
            let first = output / Self.block * Self.block * taps + output % Self.block
            for tap in 0..<taps { ordered[first + tap * Self.block] = weights[output * taps + tap] }
        }
        values = ordered
    }
}

extension Convolution {
    /// Adds an output's bias to its sums, then applies ReLU.
    @inline(__always)
    func finish(_ channel: Int, sums: UnsafeMutablePointer<Float>, count: Int) {
        let bias = bias.isEmpty ? 0 : bias[channel]
        if relu {
            for index in 0..<count { unsafe sums[index] = max(sums[index] + bias, 0) }
        } else {
            for index in 0..<count { unsafe sums[index] += bias }
        }
    }

    /// Writes a line of an input plane from the kernel's column on: every stride-th number, and 0 beyond the plane's
    /// edges.
    @inline(__always)
    func layOut(
        _ line: UnsafePointer<Float>,
        width: Int,
        from column: Int,
        count: Int,
        into row: UnsafeMutablePointer<Float>
    ) {
        let (step, shift) = (strideWidth, column - padWidth)
        // The positions inside the input: 0 <= x * step + shift < width.
        let start = min(count, shift >= 0 ? 0 : (step - 1 - shift) / step)
        let end = max(start, min(count, width > shift ? (width - 1 - shift) / step + 1 : 0))
        if start > 0 { unsafe row.update(repeating: 0, count: start) }
        if step == 1 {
            unsafe (row + start).update(from: line + (start + shift), count: end - start)
        } else {
            for x in start..<end { unsafe row[x] = line[x * step + shift] }
        }
        if end < count { unsafe (row + end).update(repeating: 0, count: count - end) }
    }
}
