internal import COpenBLAS

/// Reusable memory for runs of networks, so that a run does not allocate memory.
///
/// It belongs to one task at a time, like any mutable value; each task has its own.
package struct RunContext: Sendable {
    private static let oneThread: Void = vb_use_one_thread()

    private var buffers: [[Float]] = []
    private var scratch: [Float] = []

    /// Creates a context without memory.
    package init() {}

    /// Runs the steps of a network in order.
    mutating func run(_ network: Network, input: Tensor, shapes: [Shape]) -> Tensor {
        _ = Self.oneThread
        while buffers.count <= network.buffers.max() ?? 0 { buffers.append([]) }
        buffers[0] = input.values
        for (index, step) in network.steps.enumerated() {
            let shape = shapes[index + 1]
            // Taken out of the array, so that it is written in place while the others are read.
            var target: [Float] = []
            swap(&target, &buffers[step.buffer])
            Self.grow(&target, to: shape.count ?? 0)
            compute(step, network: network, shapes: shapes, shape: shape, into: &target)
            swap(&target, &buffers[step.buffer])
        }
        let answer = shapes[network.output]
        let values = buffers[network.buffers[network.output]].prefix(answer.count ?? 0)
        return Tensor(shape: answer, values: Array(values))
    }

    private mutating func compute(
        _ step: Step,
        network: Network,
        shapes: [Shape],
        shape: Shape,
        into target: inout [Float]
    ) {
        let (first, size) = (network.buffers[step.inputs[0]], shapes[step.inputs[0]])
        switch step.operation {
        case .convolve(let convolution):
            let kernel = ConvolutionKernel(convolution, input: size, output: shape)
            Self.grow(&scratch, to: kernel.scratchCount)
            kernel.run(buffers[first], into: &target, scratch: &scratch)
        case .pool(let pooling):
            PlaneKernels.pool(pooling, source: buffers[first], input: size, into: &target, output: shape)
        case .double: PlaneKernels.double(buffers[first], input: size, into: &target)
        case .add(let relu):
            let second = buffers[network.buffers[step.inputs[1]]]
            PlaneKernels.add(buffers[first], and: second, count: shape.count ?? 0, relu: relu, into: &target)
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
        // Released first: its content is not needed, and keeping both would raise the peak.
        buffer = []
        buffer = Array(repeating: 0, count: count)
    }
}
