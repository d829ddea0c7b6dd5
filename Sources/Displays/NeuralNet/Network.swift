/// A neural network: steps with their weights, read once and never changed.
package struct Network: Sendable {
    /// More steps are in no network.
    private static let mostSteps = 1_024
    /// More multiplications are not done for one input: some seconds of one core.
    private static let mostWork = 1 << 36

    /// What the file calls it.
    package let name: String
    /// The characters of a reader's classes, from class 1 on; empty for others.
    package let alphabet: [Character]
    /// Planes, height and width of its input; a height or width of 0 may be any multiple of ``multiple``.
    package let input: [Int]
    /// What height and width of an input are multiples of.
    package let multiple: [Int]
    let steps: [Step]
    /// The buffers of the values by their numbers.
    let buffers: [Int]
    /// The number of the value that is the answer.
    let output: Int

    /// Reads a network from the bytes of its file.
    ///
    /// - Throws: ``NetworkError`` where the bytes are not those of a network whose steps fit each other.
    package init(bytes: [UInt8]) throws(NetworkError) {
        let file = try NetworkFile(bytes: bytes)
        let header = file.header
        (name, alphabet) = (header.name, Array(header.alphabet))
        (input, multiple) = (header.input, header.multiple)
        guard (1...Self.mostSteps).contains(header.ops.count) else {
            throw NetworkError(code: .badStep, message: "the network has no steps, or more than \(Self.mostSteps)")
        }
        var plan = try StepPlan(header)
        steps = try plan.steps(header, file)
        (buffers, output) = (plan.buffers, plan.output)
        // What does not fit each other would fail at every input, so it fails here.
        let sides = zip(input.dropFirst(), multiple).map { $0 > 0 ? $0 : Self.usualSide(of: $1) }
        _ = try shapes(for: Shape(channels: input[0], height: sides[0], width: sides[1]))
    }

    /// Computes the network's answer.
    ///
    /// - Throws: ``NetworkError`` `wrongInput` where the input's size is none that the network takes.
    package func run(_ input: Tensor) throws(NetworkError) -> Tensor {
        var context = RunContext()
        return try run(input, in: &context)
    }

    /// Computes the network's answer in memory that is kept from one run to the next.
    ///
    /// - Parameter context: Of any network; its memory grows to what the largest run needs.
    /// - Throws: ``NetworkError`` `wrongInput` where the input's size is none that the network takes.
    package func run(_ input: Tensor, in context: inout RunContext) throws(NetworkError) -> Tensor {
        let shapes = try shapes(for: input.shape)
        return context.run(self, input, shapes)
    }

    /// The size of every value for an input of a size.
    func shapes(for input: Shape) throws(NetworkError) -> [Shape] {
        try checkInput(input)
        var (shapes, work) = ([input], 0)
        for step in steps {
            guard let shape = step.operation.shape(of: step.inputs.map { shapes[$0] }) else {
                throw NetworkError(
                    code: .wrongInput,
                    message: "an input of \(input) does not fit step \(shapes.count) of the network \(name)"
                )
            }
            if case .convolve(let convolution) = step.operation {
                work += convolution.depth * convolution.outputs * min(shape.plane, Shape.mostValues)
            }
            guard shape.count != nil, work <= Self.mostWork else {
                throw NetworkError(
                    code: .tooLarge,
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
                code: .wrongInput,
                message: "the network \(name) takes \(input[0]) x \(input[1]) x \(input[2]) (0: a multiple of "
                    + "\(multiple[0]), \(multiple[1])), not \(shape)"
            )
        }
    }

    /// A side that steps which halve it several times can take.
    private static func usualSide(of multiple: Int) -> Int { (256 + multiple - 1) / multiple * multiple }
}
