internal import COpenBLAS

/// Memory for runs of networks, kept so that a run asks for none.
///
/// Of one task at a time, as any value that changes; each of several tasks has its own.
package struct RunContext: Sendable {
    private static let oneThread: Void = vb_use_one_thread()

    private var buffers: [[Float]] = []
    private var columns: [Float] = []

    /// Makes a context without memory.
    package init() {}

    /// Computes the steps of a network one after another.
    mutating func run(_ network: Network, _ input: Tensor, _ shapes: [Shape]) -> Tensor {
        _ = Self.oneThread
        while buffers.count <= network.buffers.max() ?? 0 { buffers.append([]) }
        buffers[0] = input.values
        for (index, step) in network.steps.enumerated() {
            let shape = shapes[index + 1]
            // Taken out, so that it is written where it stands while the others are read.
            var target: [Float] = []
            swap(&target, &buffers[step.buffer])
            Self.grow(&target, to: shape.count ?? 0)
            compute(step, network, shapes, shape, into: &target)
            swap(&target, &buffers[step.buffer])
        }
        let answer = shapes[network.output]
        let values = buffers[network.buffers[network.output]].prefix(answer.count ?? 0)
        return Tensor(shape: answer, values: Array(values))
    }

    private mutating func compute(
        _ step: Step,
        _ network: Network,
        _ shapes: [Shape],
        _ shape: Shape,
        into target: inout [Float]
    ) {
        let (first, size) = (network.buffers[step.inputs[0]], shapes[step.inputs[0]])
        switch step.operation {
        case .convolve(let convolution):
            let kernel = ConvolutionKernel(convolution, input: size, output: shape)
            Self.grow(&columns, to: kernel.columnCount)
            kernel.run(buffers[first], into: &target, columns: &columns)
        case .pool(let pooling): PlaneKernels.pool(pooling, buffers[first], size, into: &target, shape)
        case .double: PlaneKernels.double(buffers[first], size, into: &target)
        case .add(let relu):
            let second = buffers[network.buffers[step.inputs[1]]]
            PlaneKernels.add(buffers[first], second, count: shape.count ?? 0, relu: relu, into: &target)
        case .join:
            var place = 0
            for input in step.inputs {
                let count = shapes[input].count ?? 0
                target.replaceSubrange(place..<(place + count), with: buffers[network.buffers[input]].prefix(count))
                place += count
            }
        }
    }

    private static func grow(_ buffer: inout [Float], to count: Int) {
        guard buffer.count < count else { return }
        // Given back first: nothing of it is wanted, and both at once would be the peak.
        buffer = []
        buffer = Array(repeating: 0, count: count)
    }
}
