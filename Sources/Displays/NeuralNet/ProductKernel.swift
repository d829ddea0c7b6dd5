internal import COpenBLAS
internal import Synchronization

/// A convolution as a matrix product, for processors without tiles: the input's patches, laid out as columns, times the weights.
///
/// It uses pointers, because OpenBLAS requires them and hundreds of millions of column entries are written per second.
/// Every buffer's size is checked once, in ``init(_:input:output:)``; the loops stay within those sizes.
struct ProductKernel {
    /// The approximate number of column entries laid out at once: half of a typical L2 cache.
    private static let mostColumns = 1 << 17
    /// The lock held during each product.
    ///
    /// Debian's OpenBLAS without threads looks for free working memory outside its own lock. So two concurrent products
    /// may get the same memory, and both results are wrong.
    private static let product = Mutex(())

    private let convolution: Convolution
    private let input: Shape
    private let output: Shape
    /// The number of output rows computed at once.
    private let rows: Int

    /// Prepares a convolution for a size of input; the output's size is ``Convolution/shape(of:)``.
    init(_ convolution: Convolution, input: Shape, output: Shape) {
        (self.convolution, self.input, self.output) = (convolution, input, output)
        rows = min(output.height, max(1, Self.mostColumns / (convolution.depth * output.width)))
    }

    /// The number of column entries.
    var columnCount: Int { convolution.isPointwise ? 0 : convolution.depth * rows * output.width }

    /// Computes the output; output and columns must have room for ``Shape/count`` and ``columnCount``.
    func run(_ source: [Float], into target: inout [Float], columns: inout [Float]) {
        guard source.count >= input.channels * input.plane, target.count >= output.channels * output.plane,
            columns.count >= columnCount
        else { return }
        unsafe source.withUnsafeBufferPointer { source in
            unsafe target.withUnsafeMutableBufferPointer { target in
                unsafe columns.withUnsafeMutableBufferPointer { columns in
                    guard let from = source.baseAddress, let into = target.baseAddress else { return }
                    if convolution.isPointwise {
                        unsafe multiply(from, width: input.plane, count: output.plane, target: into)
                    } else if let columns = columns.baseAddress {
                        unsafe run(from, target: into, columns: columns)
                    }
                }
            }
        }
    }

    private func run(
        _ source: UnsafePointer<Float>,
        target: UnsafeMutablePointer<Float>,
        columns: UnsafeMutablePointer<Float>
    ) {
        for first in stride(from: 0, to: output.height, by: rows) {
            let count = min(rows, output.height - first) * output.width
            unsafe layOut(source, rows: first..<min(first + rows, output.height), columns: columns)
            unsafe multiply(columns, width: count, count: count, target: target + first * output.width)
        }
    }

    /// Multiplies weights by columns, then adds the bias and applies ReLU.
    private func multiply(
        _ columns: UnsafePointer<Float>,
        width: Int,
        count: Int,
        target: UnsafeMutablePointer<Float>
    ) {
        let sizes = (Int32(output.channels), Int32(count), Int32(convolution.depth))
        Self.product.withLock { _ in
            unsafe vb_sgemm(
                sizes.0,
                sizes.1,
                sizes.2,
                convolution.weights.values,
                columns,
                Int32(width),
                target,
                Int32(output.plane)
            )
        }
        for channel in 0..<output.channels {
            let row = unsafe target + channel * output.plane
            unsafe convolution.finish(channel, sums: row, count: count)
        }
    }

    /// Writes one matrix row for each kernel element: its factors at all positions.
    private func layOut(_ source: UnsafePointer<Float>, rows: Range<Int>, columns: UnsafeMutablePointer<Float>) {
        var row = unsafe columns
        for channel in 0..<input.channels {
            let plane = unsafe source + channel * input.plane
            for kernelRow in 0..<convolution.kernelHeight {
                for kernelColumn in 0..<convolution.kernelWidth {
                    for y in rows {
                        let from = y * convolution.strideHeight + kernelRow - convolution.padHeight
                        if from < 0 || from >= input.height {
                            unsafe row.update(repeating: 0, count: output.width)
                        } else {
                            unsafe convolution.layOut(
                                plane + from * input.width,
                                width: input.width,
                                from: kernelColumn,
                                count: output.width,
                                into: row
                            )
                        }
                        unsafe row += output.width
                    }
                }
            }
        }
    }
}
