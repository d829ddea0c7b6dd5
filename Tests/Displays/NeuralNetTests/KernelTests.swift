import Testing

@testable import NeuralNet

/// Every implementation of a convolution, whichever one this processor would choose.
@Suite struct KernelTests {
    /// The number of values in a tile's vector; 0 for the matrix product.
    private static let lanes = [0, 8, 16].filter { $0 <= ConvolutionWeights.lanes }

    @Test(arguments: ConvolutionCase.all, lanes)
    func sumsAreWhatTheDefinitionSays(_ c: ConvolutionCase, lanes: Int) throws {
        let (input, weights, bias) = try Self.numbers(c)
        let answer = try Self.run(c, input: input, weights: weights, bias: bias, lanes: lanes)
        #expect(Numbers.distance(answer, try PlainNetwork.convolve(input, c, weights, bias)) < 1e-3)
    }

    @Test(
        .enabled(if: ConvolutionWeights.lanes == 16, "this processor has vectors of one width only"),
        arguments: ConvolutionCase.all
    )
    func vectorsOfBothWidthsGiveTheSame(_ c: ConvolutionCase) throws {
        let (input, weights, bias) = try Self.numbers(c)
        let wide = try Self.run(c, input: input, weights: weights, bias: bias, lanes: 16)
        #expect(try Self.run(c, input: input, weights: weights, bias: bias, lanes: 8) == wide)
    }

    /// Tiles extend past lines and planes, and memory is reused: old contents must not enter the sums.
    @Test(arguments: ConvolutionCase.all, lanes)
    func whatIsLeftInMemoryDoesNotCount(_ c: ConvolutionCase, lanes: Int) throws {
        let (input, weights, bias) = try Self.numbers(c)
        let answer = try Self.run(c, input: input, weights: weights, bias: bias, lanes: lanes)
        #expect(try Self.run(c, input: input, weights: weights, bias: bias, lanes: lanes, left: .nan) == answer)
    }

    private static func numbers(_ c: ConvolutionCase) throws -> (input: Tensor, weights: [Float], bias: [Float]) {
        let taps = c.inputs * c.kernel.0 * c.kernel.1
        return (
            try Numbers.tensor(c.inputs, c.size.0, c.size.1), try Numbers.tensor(c.outputs, taps, 1).values,
            try Numbers.tensor(c.outputs, 1, 1).values
        )
    }

    private static func run(
        _ c: ConvolutionCase,
        input: Tensor,
        weights: [Float],
        bias: [Float],
        lanes: Int,
        left: Float = 0
    ) throws -> [Float] {
        let convolution = Convolution(
            inputs: c.inputs,
            outputs: c.outputs,
            kernelHeight: c.kernel.0,
            kernelWidth: c.kernel.1,
            strideHeight: c.stride.0,
            strideWidth: c.stride.1,
            padHeight: c.pad.0,
            padWidth: c.pad.1,
            relu: c.relu,
            weights: ConvolutionWeights(weights, outputs: c.outputs, lanes: lanes),
            bias: bias
        )
        let output = try #require(convolution.shape(of: input.shape))
        let kernel = ConvolutionKernel(convolution, input: input.shape, output: output)
        var target = [Float](repeating: left, count: output.channels * output.plane)
        var scratch = [Float](repeating: left, count: kernel.scratchCount)
        kernel.run(input.values, into: &target, scratch: &scratch)
        return target
    }
}
