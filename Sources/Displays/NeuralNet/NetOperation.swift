/// The operation of a step.
enum NetOperation: Sendable {
    /// A convolution, with its weights.
    case convolve(Convolution)
    /// A maximum pooling.
    case pool(Pooling)
    /// An upsampling by two, by repetition.
    case double
    /// The sum of two inputs, with optional ReLU.
    case add(relu: Bool)
    /// The concatenation of all inputs' planes.
    case join

    /// The size of the output; nil if the inputs' sizes do not fit.
    func shape(of inputs: [Shape]) -> Shape? {
        guard let first = inputs.first else { return nil }
        switch self {
        case .convolve(let convolution): return convolution.shape(of: first)
        case .pool(let pooling): return pooling.shape(of: first)
        case .double: return Shape(channels: first.channels, height: 2 * first.height, width: 2 * first.width)
        case .add: return inputs.allSatisfy { $0 == first } ? first : nil
        case .join:
            guard inputs.allSatisfy({ $0.height == first.height && $0.width == first.width }) else { return nil }
            let channels = inputs.reduce(0) { $0 + $1.channels }
            return Shape(channels: channels, height: first.height, width: first.width)
        }
    }

    /// The number of inputs.
    var arity: ClosedRange<Int> {
        switch self {
        case .convolve, .pool, .double: 1...1
        case .add: 2...2
        case .join: 1...16
        }
    }
}

extension NetOperation {
    /// Creates an operation from a header's entry, with the weights of the file.
    init(_ entry: NetworkHeader.Operation, of file: NetworkFile) throws(NetworkError) {
        switch entry.op {
        case "conv2d": self = .convolve(try Convolution(entry, of: file))
        case "maxpool": self = .pool(try Pooling(entry))
        case "upsample2": self = .double
        case "add": self = .add(relu: entry.relu ?? false)
        case "concat": self = .join
        default:
            throw NetworkError(.badStep, message: "the network's step \(entry.output) is not supported")
        }
        guard arity.contains(entry.inputs.count) else {
            throw NetworkError(
                .badStep,
                message: "the network's step \(entry.output) has the wrong number of inputs"
            )
        }
    }
}

extension Convolution {
    /// Creates a convolution from a header's entry.
    init(_ entry: NetworkHeader.Operation, of file: NetworkFile) throws(NetworkError) {
        let kernel = try entry.pair(entry.kernel, within: 1...64)
        let stride = try entry.pair(entry.stride, within: 1...64)
        let pad = try entry.pair(entry.pad, within: 0...64)
        guard let inputs = entry.in, let outputs = entry.out, (1...4_096).contains(inputs),
            (1...4_096).contains(outputs)
        else { throw entry.isWrong }
        self.init(
            inputs: inputs,
            outputs: outputs,
            kernelHeight: kernel.0,
            kernelWidth: kernel.1,
            strideHeight: stride.0,
            strideWidth: stride.1,
            padHeight: pad.0,
            padWidth: pad.1,
            relu: entry.relu ?? false,
            weights: ConvolutionWeights(
                try file.values(entry.weight, shape: [outputs, inputs, kernel.0, kernel.1]),
                outputs: outputs
            ),
            bias: entry.bias == nil ? [] : try file.values(entry.bias, shape: [outputs])
        )
    }
}

extension Pooling {
    /// Creates a pooling from a header's entry.
    init(_ entry: NetworkHeader.Operation) throws(NetworkError) {
        let kernel = try entry.pair(entry.kernel, within: 1...64)
        let stride = try entry.pair(entry.stride, within: 1...64)
        self.init(kernelHeight: kernel.0, kernelWidth: kernel.1, strideHeight: stride.0, strideWidth: stride.1)
    }
}

extension NetworkHeader.Operation {
    /// Two numbers, for height and width.
    fileprivate func pair(_ numbers: [Int]?, within range: ClosedRange<Int>) throws(NetworkError) -> (Int, Int) {
        guard let numbers, numbers.count == 2, numbers.allSatisfy(range.contains) else { throw isWrong }
        return (numbers[0], numbers[1])
    }

    fileprivate var isWrong: NetworkError {
        NetworkError(.badStep, message: "the network's step \(output) has invalid numbers")
    }
}

/// A step of a network; values are numbered, 0 is the network's input.
struct Step: Sendable {
    /// The operation.
    let operation: NetOperation
    /// The indices of the input values.
    let inputs: [Int]
    /// The buffer for its output value, whose index is that of the step plus 1.
    let buffer: Int
}

/// A convolution with its weights, the following normalisation folded in.
struct Convolution: Sendable {
    let inputs: Int
    let outputs: Int
    let kernelHeight: Int
    let kernelWidth: Int
    let strideHeight: Int
    let strideWidth: Int
    let padHeight: Int
    let padWidth: Int
    /// Whether negative results become 0.
    let relu: Bool
    /// The kernels of all input channels, for each output channel.
    let weights: ConvolutionWeights
    /// The bias of each output channel; empty for none.
    let bias: [Float]

    /// The number of inputs to one output number.
    var depth: Int { inputs * kernelHeight * kernelWidth }

    /// Whether the input's planes can be multiplied without a layout of columns.
    var isPointwise: Bool {
        kernelHeight == 1 && kernelWidth == 1 && strideHeight == 1 && strideWidth == 1 && padHeight == 0
            && padWidth == 0
    }

    /// The size of the output; nil if the input has the wrong number of channels or is too small.
    func shape(of input: Shape) -> Shape? {
        let height = (input.height + 2 * padHeight - kernelHeight) / strideHeight + 1
        let width = (input.width + 2 * padWidth - kernelWidth) / strideWidth + 1
        guard input.channels == inputs, input.height + 2 * padHeight >= kernelHeight,
            input.width + 2 * padWidth >= kernelWidth
        else { return nil }
        return Shape(channels: outputs, height: height, width: width)
    }
}

/// A maximum pooling.
struct Pooling: Sendable {
    let kernelHeight: Int
    let kernelWidth: Int
    let strideHeight: Int
    let strideWidth: Int

    /// The size of the output; nil if the input is smaller than the kernel.
    func shape(of input: Shape) -> Shape? {
        guard input.height >= kernelHeight, input.width >= kernelWidth else { return nil }
        return Shape(
            channels: input.channels,
            height: (input.height - kernelHeight) / strideHeight + 1,
            width: (input.width - kernelWidth) / strideWidth + 1
        )
    }
}
