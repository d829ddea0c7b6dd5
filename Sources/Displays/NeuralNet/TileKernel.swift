internal import CConvolution

/// A convolution in tiles of eight outputs by several vectors of positions, whose sums stay in registers until all
/// inputs are added.
///
/// The input is laid out with its margins, in one plane per position within a stride, so that each kernel weight
/// applies to a contiguous stretch of numbers. A matrix product needs a copy for each weight instead. The tiles extend
/// across the lines' ends, where their sums are meaningless and dropped.
struct TileKernel {
    /// The approximate number of inputs and sums laid out at once: half of a typical L2 cache.
    private static let most = 1 << 17

    private let convolution: Convolution
    private let input: Shape
    private let output: Shape
    /// The number of output rows computed at once.
    private let rows: Int
    /// The planes for each input: the positions within a stride that the kernel uses.
    private let phases: (down: Int, along: Int)
    /// The number of a plane's lines beyond the output's, and the numbers in a line.
    private let (below, pitch): (Int, Int)
    /// The number of outputs, rounded up to whole blocks.
    private let outputs: Int

    /// Prepares a convolution for a size of input; the output's size is ``Convolution/shape(of:)``.
    init(_ convolution: Convolution, input: Shape, output: Shape) {
        (self.convolution, self.input, self.output) = (convolution, input, output)
        phases = (
            down: min(convolution.strideHeight, convolution.kernelHeight),
            along: min(convolution.strideWidth, convolution.kernelWidth)
        )
        below = (convolution.kernelHeight - 1) / convolution.strideHeight
        pitch = output.width + (convolution.kernelWidth - 1) / convolution.strideWidth
        let block = ConvolutionWeights.block
        outputs = (output.channels + block - 1) / block * block
        let planes = input.channels * phases.down * phases.along
        rows = max(1, min(output.height, Self.most / ((planes + outputs) * pitch) - below))
    }

    /// The numbers in a plane.
    private var plane: Int { (rows + below) * pitch }

    /// The total of numbers laid out; the last vector reads beyond them.
    private var planeCount: Int {
        input.channels * phases.down * phases.along * plane + convolution.weights.lanes
    }

    /// The vectors that cover some output rows.
    private func vectors(_ rows: Int) -> Int {
        let lanes = convolution.weights.lanes
        return ((rows - 1) * pitch + output.width + lanes - 1) / lanes
    }

    /// The working memory, in numbers.
    var scratchCount: Int { planeCount + outputs * vectors(rows) * convolution.weights.lanes }

    /// The offset of each weight's stretch of numbers.
    private var offsets: [Int32] {
        var offsets: [Int32] = []
        offsets.reserveCapacity(convolution.depth)
        for channel in 0..<input.channels {
            for row in 0..<convolution.kernelHeight {
                for column in 0..<convolution.kernelWidth {
                    let down = row % convolution.strideHeight
                    let along = column % convolution.strideWidth
                    let start = ((channel * phases.down + down) * phases.along + along) * plane
                    let within = row / convolution.strideHeight * pitch + column / convolution.strideWidth
                    offsets.append(Int32(start + within))
                }
            }
        }
        return offsets
    }

    /// Computes the output; output and scratch must have room for ``Shape/count`` and ``scratchCount``.
    func run(_ source: [Float], into target: inout [Float], scratch: inout [Float]) {
        guard source.count >= input.channels * input.plane, target.count >= output.channels * output.plane,
            scratch.count >= scratchCount, planeCount <= Int(Int32.max),
            convolution.weights.values.count == outputs * convolution.depth
        else { return }
        let offsets = offsets
        unsafe source.withUnsafeBufferPointer { source in
            unsafe target.withUnsafeMutableBufferPointer { target in
                unsafe scratch.withUnsafeMutableBufferPointer { scratch in
                    guard let from = source.baseAddress, let into = target.baseAddress, let planes = scratch.baseAddress
                    else { return }
                    for first in stride(from: 0, to: output.height, by: rows) {
                        let part = first..<min(first + rows, output.height)
                        unsafe layOut(from, rows: part, planes: planes)
                        unsafe add(planes, offsets: offsets, rows: part, target: into)
                    }
                }
            }
        }
    }

    /// Lays out the input lines of some output rows.
    private func layOut(_ source: UnsafePointer<Float>, rows: Range<Int>, planes: UnsafeMutablePointer<Float>) {
        for channel in 0..<input.channels {
            let from = unsafe source + channel * input.plane
            for down in 0..<phases.down {
                for along in 0..<phases.along {
                    let number = (channel * phases.down + down) * phases.along + along
                    var line = unsafe planes + number * plane
                    for row in rows.lowerBound..<rows.upperBound + below {
                        let y = row * convolution.strideHeight + down - convolution.padHeight
                        if y < 0 || y >= input.height {
                            unsafe line.update(repeating: 0, count: pitch)
                        } else {
                            unsafe convolution.layOut(
                                from + y * input.width,
                                width: input.width,
                                from: along,
                                count: pitch,
                                into: line
                            )
                        }
                        unsafe line += pitch
                    }
                }
            }
        }
    }

    /// Sums up the output rows, and writes them without the positions beyond the lines' ends.
    private func add(
        _ planes: UnsafeMutablePointer<Float>,
        offsets: [Int32],
        rows: Range<Int>,
        target: UnsafeMutablePointer<Float>
    ) {
        let (lanes, vectors) = (convolution.weights.lanes, vectors(rows.count))
        let sums = unsafe planes + planeCount
        unsafe vb_tile_sums(
            Int32(lanes),
            planes,
            offsets,
            offsets.count,
            convolution.weights.values,
            outputs / ConvolutionWeights.block,
            sums,
            vectors
        )
        for channel in 0..<output.channels {
            var line = unsafe UnsafePointer(sums + channel * vectors * lanes)
            let plane = unsafe target + channel * output.plane + rows.lowerBound * output.width
            for row in 0..<rows.count {
                unsafe (plane + row * output.width).update(from: line, count: output.width)
                unsafe line += pitch
            }
            unsafe convolution.finish(channel, sums: plane, count: rows.count * output.width)
        }
    }
}
