import NeuralNet
import Testing

@Suite struct OperationTests {
    @Test(arguments: ConvolutionCase.all)
    func convolutionsAreWhatTheirDefinitionSays(_ c: ConvolutionCase) throws {
        var builder = NetworkBuilder(seed: 3)
        builder.convolve("input", "out", c)
        let network = try Network(bytes: builder.file(channels: c.inputs, output: "out"))
        let input = try Numbers.tensor(c.inputs, c.size.0, c.size.1)
        let answer = try network.run(input)
        let weights = try #require(builder.values["out.weight"])
        let expected = try PlainNetwork.convolve(input, c, weights, try #require(builder.values["out.bias"]))
        #expect(Numbers.distance(answer.values, expected) < 1e-3)
    }

    @Test(arguments: [((2, 2), (2, 2)), ((2, 1), (2, 1)), ((3, 2), (1, 2)), ((1, 1), (3, 3)), ((2, 3), (4, 5))])
    func poolingKeepsTheLargest(_ kernel: (Int, Int), _ stride: (Int, Int)) throws {
        let operation = """
            {"op":"maxpool","inputs":["input"],"output":"out","kernel":[\(kernel.0),\(kernel.1)],\
            "stride":[\(stride.0),\(stride.1)]}
            """
        let input = try Numbers.tensor(3, 9, 14)
        let answer = try run([operation], input)
        #expect(answer.values == PlainNetwork.pool(input, kernel: kernel, stride: stride))
        #expect(answer.height == (9 - kernel.0) / stride.0 + 1)
    }

    @Test func doublingRepeatsEachNumber() throws {
        let input = try Numbers.tensor(3, 5, 4)
        let answer = try run([#"{"op":"upsample2","inputs":["input"],"output":"out"}"#], input)
        #expect((answer.channels, answer.height, answer.width) == (3, 10, 8))
        #expect(answer.values == PlainNetwork.planes(3, 10, 8) { input[$0, $1 / 2, $2 / 2] })
    }

    @Test(arguments: [false, true])
    func sumsAreCutAtZeroWhereWanted(relu: Bool) throws {
        let input = try Numbers.tensor(2, 3, 5)
        let operations = [
            #"{"op":"upsample2","inputs":["input"],"output":"a"}"#,
            #"{"op":"maxpool","inputs":["a"],"output":"b","kernel":[2,2],"stride":[2,2]}"#,
            #"{"op":"add","inputs":["b","input"],"output":"out","relu":\#(relu)}"#,
        ]
        #expect(try run(operations, input).values == input.values.map { relu ? max(2 * $0, 0) : 2 * $0 })
    }

    @Test func joinedPlanesKeepTheirOrder() throws {
        let input = try Numbers.tensor(2, 4, 6)
        let operations = [
            #"{"op":"maxpool","inputs":["input"],"output":"a","kernel":[2,2],"stride":[2,2]}"#,
            #"{"op":"upsample2","inputs":["a"],"output":"b"}"#,
            #"{"op":"concat","inputs":["b","input","b"],"output":"out"}"#,
        ]
        let pooled = PlainNetwork.pool(input, kernel: (2, 2), stride: (2, 2))
        let half = try #require(Tensor(channels: 2, height: 2, width: 3, values: pooled))
        let doubled = PlainNetwork.planes(2, 4, 6) { half[$0, $1 / 2, $2 / 2] }
        #expect(try run(operations, input).values == doubled + input.values + doubled)
    }

    private func run(_ operations: [String], _ input: Tensor) throws -> Tensor {
        var builder = NetworkBuilder(seed: 1)
        for operation in operations { builder.add(operation) }
        return try Network(bytes: builder.file(channels: input.channels, output: "out")).run(input)
    }
}
