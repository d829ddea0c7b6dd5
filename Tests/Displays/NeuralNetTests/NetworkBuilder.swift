import SeededRandom

/// Makes network files with random weights.
struct NetworkBuilder {
    private var operations: [String] = []
    private var tensors: [String] = []
    private var body: [UInt8] = []
    private var random: SplitMix64
    /// Each tensor's values by its name, rounded to 16 bits.
    private(set) var values: [String: [Float]] = [:]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Adds a convolution; the weights are named after its output.
    mutating func convolve(_ input: String, _ output: String, _ case: ConvolutionCase) {
        let c = `case`
        let weight = tensor("\(output).weight", [c.outputs, c.inputs, c.kernel.0, c.kernel.1])
        let bias = tensor("\(output).bias", [c.outputs])
        operations.append(
            """
            {"op":"conv2d","inputs":["\(input)"],"output":"\(output)","in":\(c.inputs),"out":\(c.outputs),\
            "kernel":[\(c.kernel.0),\(c.kernel.1)],"stride":[\(c.stride.0),\(c.stride.1)],\
            "pad":[\(c.pad.0),\(c.pad.1)],"relu":\(c.relu),"weight":"\(weight)","bias":"\(bias)"}
            """
        )
    }

    /// Adds any operation.
    mutating func add(_ operation: String) { operations.append(operation) }

    /// The file.
    func file(
        channels: Int = 1,
        output: String,
        format: String = "vbn1",
        multiple: Int = 1
    ) -> [UInt8] {
        let header = """
            {"format":"\(format)","name":"test","input":[\(channels),0,0],"multiple":[\(multiple),\(multiple)],\
            "alphabet":"ab","ops":[\(operations.joined(separator: ","))],"output":"\(output)",\
            "tensors":[\(tensors.joined(separator: ","))]}
            """
        return Array(header.utf8) + [0x0A] + body
    }

    private mutating func tensor(_ name: String, _ shape: [Int]) -> String {
        let numbers = (0..<shape.reduce(1, *)).map { _ in Float16(Float.random(in: -1...1, using: &random)) }
        tensors.append("{\"name\":\"\(name)\",\"shape\":\(shape),\"offset\":\(body.count)}")
        for number in numbers {
            body += [UInt8(truncatingIfNeeded: number.bitPattern), UInt8(number.bitPattern >> 8)]
        }
        values[name] = numbers.map(Float.init)
        return name
    }
}
