import Testing

/// The parameters of a convolution.
struct ConvolutionCase: Sendable, CustomTestStringConvertible {
    let inputs: Int
    let outputs: Int
    let kernel: (Int, Int)
    let stride: (Int, Int)
    let pad: (Int, Int)
    let relu: Bool
    let size: (Int, Int)

    init(
        _ inputs: Int,
        _ outputs: Int,
        kernel: (Int, Int),
        stride: (Int, Int) = (1, 1),
        pad: (Int, Int) = (0, 0),
        relu: Bool = false,
        size: (Int, Int)
    ) {
        (self.inputs, self.outputs, self.kernel, self.stride) = (inputs, outputs, kernel, stride)
        (self.pad, self.relu, self.size) = (pad, relu, size)
    }

    var testDescription: String {
        "\(inputs) to \(outputs), kernel \(kernel), stride \(stride), pad \(pad), relu \(relu), of \(size)"
    }

    static let all = [
        ConvolutionCase(1, 1, kernel: (1, 1), size: (1, 1)),
        ConvolutionCase(3, 5, kernel: (1, 1), relu: true, size: (7, 9)),
        ConvolutionCase(2, 3, kernel: (1, 1), stride: (2, 3), size: (8, 11)),
        ConvolutionCase(2, 3, kernel: (1, 1), pad: (1, 2), size: (4, 5)),
        ConvolutionCase(4, 6, kernel: (3, 3), pad: (1, 1), relu: true, size: (16, 21)),
        ConvolutionCase(4, 6, kernel: (3, 3), stride: (2, 2), pad: (1, 1), size: (15, 22)),
        ConvolutionCase(3, 2, kernel: (3, 3), stride: (2, 1), size: (9, 9)),
        ConvolutionCase(2, 4, kernel: (1, 9), pad: (0, 4), size: (5, 6)),
        ConvolutionCase(2, 4, kernel: (9, 1), pad: (4, 0), size: (3, 5)),
        ConvolutionCase(2, 4, kernel: (4, 3), pad: (0, 1), size: (4, 8)),
        ConvolutionCase(2, 2, kernel: (2, 5), stride: (3, 4), pad: (2, 5), size: (6, 3)),
        ConvolutionCase(1, 2, kernel: (7, 7), stride: (5, 5), pad: (6, 6), size: (2, 1)),
        // Enough columns for more than one block of rows.
        ConvolutionCase(16, 8, kernel: (3, 3), pad: (1, 1), size: (40, 150)),
        ConvolutionCase(24, 2, kernel: (3, 3), stride: (2, 2), pad: (1, 1), relu: true, size: (66, 140)),
    ]
}
