/// A convolution with its weights; the normalisation behind it is folded into them.
struct Convolution: Sendable {
    let inputs: Int
    let outputs: Int
    let kernelHeight: Int
    let kernelWidth: Int
    let strideHeight: Int
    let strideWidth: Int
    let padHeight: Int
    let padWidth: Int
    /// Whether what is below 0 becomes 0.
    let relu: Bool
    /// For each output channel the kernels of all input channels.
    let weights: [Float]
    /// For each output channel what is added; empty for nothing.
    let bias: [Float]

    /// How many numbers of the input make one of the output.
    var depth: Int { inputs * kernelHeight * kernelWidth }

    /// Whether the input's planes can be multiplied as they stand.
    var isPointwise: Bool {
        kernelHeight == 1 && kernelWidth == 1 && strideHeight == 1 && strideWidth == 1 && padHeight == 0
            && padWidth == 0
    }

    /// The size of what it makes of an input; nil where it has not that many channels or is too small.
    func shape(of input: Shape) -> Shape? {
        let height = (input.height + 2 * padHeight - kernelHeight) / strideHeight + 1
        let width = (input.width + 2 * padWidth - kernelWidth) / strideWidth + 1
        guard input.channels == inputs, input.height + 2 * padHeight >= kernelHeight,
            input.width + 2 * padWidth >= kernelWidth
        else { return nil }
        return Shape(channels: outputs, height: height, width: width)
    }
}
