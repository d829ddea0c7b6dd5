import Testing

@testable import NeuralNet

@Suite struct NetworkTests {
    @Test func answersAreThoseOfPyTorch() throws {
        let network = try Network(bytes: ParityFixture.bytes("every-operation.vbn"))
        try compare(network, ParityFixture("every-operation"))
    }

    /// The fixtures belong to the weights: export both together.
    @Test func answersOfTheNetworksOfDisplaysAreThoseOfPyTorch() throws {
        try compare(DisplayNetworks.finder, ParityFixture("finder"))
        try compare(DisplayNetworks.reader, ParityFixture("reader"))
    }

    @Test func contextsKeepNothingOfTheRunBefore() throws {
        let network = try Network(bytes: ParityFixture.bytes("every-operation.vbn"))
        let (large, small) = (try Numbers.tensor(1, 48, 40), try Numbers.tensor(1, 16, 12))
        var context = RunContext()
        for input in [large, small, large, small] {
            #expect(try network.run(input, in: &context) == network.run(input))
        }
    }

    @Test func severalTasksShareOneNetwork() async throws {
        let network = try Network(bytes: ParityFixture.bytes("every-operation.vbn"))
        let input = try Numbers.tensor(1, 48, 64)
        let expected = try network.run(input)
        let isEqual = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var context = RunContext()
                    return try (0..<50).allSatisfy { _ in try network.run(input, in: &context) == expected }
                }
            }
            return try await group.reduce(true) { $0 && $1 }
        }
        #expect(isEqual)
    }

    /// OpenBLAS may give two simultaneous products the same working memory, which makes different products wrong.
    @Test func productsAtTheSameTimeKeepApart() async {
        let (input, output) = (Shape(channels: 512, height: 1, width: 8), Shape(channels: 2, height: 1, width: 8))
        let wrong = await withTaskGroup(of: Int.self) { group in
            for task in 1...8 {
                group.addTask {
                    let kernel = ProductKernel(Self.allOnes(from: 512, to: 2), input: input, output: output)
                    let source = Array(repeating: Float(task), count: input.channels * input.plane)
                    let expected = Array(repeating: Float(512 * task), count: output.channels * output.plane)
                    var (target, columns) = (expected, [Float]())
                    return (0..<50_000).count { _ in
                        kernel.run(source, into: &target, columns: &columns)
                        return target != expected
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    private static func allOnes(from inputs: Int, to outputs: Int) -> Convolution {
        Convolution(
            inputs: inputs,
            outputs: outputs,
            kernelHeight: 1,
            kernelWidth: 1,
            strideHeight: 1,
            strideWidth: 1,
            padHeight: 0,
            padWidth: 0,
            relu: false,
            weights: ConvolutionWeights(Array(repeating: 1, count: inputs * outputs), outputs: outputs, lanes: 0),
            bias: []
        )
    }

    @Test(arguments: [(1, 15, 24), (1, 16, 25), (2, 16, 24)])
    func inputsOfAnotherSizeAreRefused(_ channels: Int, _ height: Int, _ width: Int) throws {
        let network = try Network(bytes: ParityFixture.bytes("every-operation.vbn"))
        let input = try Numbers.tensor(channels, height, width)
        let error = #expect(throws: NetworkError.self) { try network.run(input) }
        #expect(error?.code == .wrongInput)
        #expect(error?.message.contains("\(channels) x \(height) x \(width)") == true)
    }

    @Test func tensorsHaveAsManyValuesAsTheirSizeSays() throws {
        #expect(Tensor(channels: 1, height: 2, width: 3, values: [1, 2, 3, 4, 5]) == nil)
        #expect(Tensor(channels: 0, height: 2, width: 3, values: []) == nil)
        #expect(Tensor(channels: .max, height: .max, width: .max, values: []) == nil)
        let tensor = try #require(Tensor(channels: 2, height: 1, width: 2, values: [1, 2, 3, 4]))
        #expect(tensor[1, 0, 1] == 4)
        #expect(tensor[2, 0, 0] == 0)
        #expect(Array(tensor.plane(1)) == [3, 4])
        #expect(tensor.plane(2).isEmpty)
    }

    private func compare(_ network: Network, _ fixture: ParityFixture) throws {
        #expect(!fixture.cases.isEmpty)
        for parity in fixture.cases {
            let answer = try network.run(fixture.tensor(parity.input, parity.inputOffset))
            let expected = try fixture.tensor(parity.output, parity.outputOffset)
            #expect([answer.channels, answer.height, answer.width] == parity.output)
            #expect(Numbers.distance(answer.values, expected.values) < 1e-2)
        }
    }
}
