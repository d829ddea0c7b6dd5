/// A neural network: steps with their weights, immutable.
package struct Network: Sendable {
    /// The limit of steps in a network.
    private static let mostSteps = 1_024
    /// The limit of multiplications for one input: some seconds on one core.
    private static let mostWork = 1 << 36

    /// The name in the file.
    package let name: String
    /// The characters of a reader's classes, from class 1 on; empty for other networks.
    package let alphabet: [Character]
    /// The planes, height and width of the input; 0 for any multiple of ``multiple``.
    package let input: [Int]
    /// The divisors of the input's height and width.
    package let multiple: [Int]
    let steps: [Step]
    /// The buffer of each value.
    let buffers: [Int]
    /// The index of the output value.
    let output: Int

    /// Reads a network from the bytes of its file.
    ///
    /// - Throws: ``NetworkError`` if the bytes are not a network with consistent steps.
    package init(bytes: [UInt8]) throws(NetworkError) {
        let file = try NetworkFile(bytes: bytes)
        let header = file.header
        (name, alphabet) = (header.name, Array(header.alphabet))
        (input, multiple) = (header.input, header.multiple)
        guard (1...Self.mostSteps).contains(header.ops.count) else {
            throw NetworkError(.badStep, message: "the network has no steps, or more than \(Self.mostSteps)")
        }
        var plan = try StepPlan(header)
        steps = try plan.steps(header, file: file)
        (buffers, output) = (plan.buffers, plan.output)
        // Inconsistent steps would fail for every input, so they fail here.
        let sides = zip(input.dropFirst(), multiple).map { $0 > 0 ? $0 : Self.usualSide(of: $1) }
        _ = try shapes(for: Shape(channels: input[0], height: sides[0], width: sides[1]))
    }

    /// Runs the network.
    ///
    /// - Throws: ``NetworkError`` `wrongInput` if the network does not accept the input's size.
    package func run(_ input: Tensor) throws(NetworkError) -> Tensor {
        var context = RunContext()
        return try run(input, in: &context)
    }

    /// Runs the network in reusable memory.
    ///
    /// - Parameter context: The memory, for any network; it grows to the needs of the largest run.
    /// - Throws: ``NetworkError`` `wrongInput` if the network does not accept the input's size.
    package func run(_ input: Tensor, in context: inout RunContext) throws(NetworkError) -> Tensor {
        let shapes = try shapes(for: input.shape)
        return context.run(self, input: input, shapes: shapes)
    }

    /// The size of every value for a size of input.
    func shapes(for input: Shape) throws(NetworkError) -> [Shape] {
        try checkInput(input)
        var (shapes, work) = ([input], 0)
        for step in steps {
            guard let shape = step.operation.shape(of: step.inputs.map { shapes[$0] }) else {
                throw NetworkError(
                    .wrongInput,
                    message: "an input of \(input) does not fit step \(shapes.count) of the network \(name)"
                )
            }
            if case .convolve(let convolution) = step.operation {
                work += convolution.depth * convolution.outputs * min(shape.plane, Shape.mostValues)
            }
            guard shape.count != nil, work <= Self.mostWork else {
                throw NetworkError(
                    .tooLarge,
                    message: "the network \(name) takes too much for an input of \(input)"
                )
            }
            shapes.append(shape)
        }
        return shapes
    }

    private func checkInput(_ shape: Shape) throws(NetworkError) {
        let fits = zip([shape.height, shape.width], zip(input.dropFirst(), multiple)).allSatisfy { side, wanted in
            wanted.0 > 0 ? side == wanted.0 : side > 0 && side % wanted.1 == 0
        }
        guard fits, shape.channels == input[0], shape.count != nil else {
            throw NetworkError(
                .wrongInput,
                message: "the network \(name) takes \(input[0]) x \(input[1]) x \(input[2]) (0: a multiple of "
                    + "\(multiple[0]), \(multiple[1])), not \(shape)"
            )
        }
    }

    /// A side that can be halved repeatedly.
    private static func usualSide(of multiple: Int) -> Int { (256 + multiple - 1) / multiple * multiple }
}
