import NeuralNet

/// The same operations written plainly by their definitions, for comparison.
enum PlainNetwork {
    static func convolve(_ input: Tensor, _ c: ConvolutionCase, _ weights: [Float], _ bias: [Float]) throws -> [Float] {
        let height = (input.height + 2 * c.pad.0 - c.kernel.0) / c.stride.0 + 1
        let width = (input.width + 2 * c.pad.1 - c.kernel.1) / c.stride.1 + 1
        return planes(c.outputs, height, width) { channel, y, x in
            var sum = Double(bias[channel])
            for source in 0..<c.inputs {
                for row in 0..<c.kernel.0 {
                    for column in 0..<c.kernel.1 {
                        let place = ((channel * c.inputs + source) * c.kernel.0 + row) * c.kernel.1 + column
                        let value = input[source, y * c.stride.0 + row - c.pad.0, x * c.stride.1 + column - c.pad.1]
                        sum += Double(weights[place]) * Double(value)
                    }
                }
            }
            return Float(c.relu ? max(sum, 0) : sum)
        }
    }

    static func pool(_ input: Tensor, kernel: (Int, Int), stride: (Int, Int)) -> [Float] {
        let height = (input.height - kernel.0) / stride.0 + 1
        return planes(input.channels, height, (input.width - kernel.1) / stride.1 + 1) { channel, y, x in
            var largest = -Float.infinity
            for row in 0..<kernel.0 {
                for column in 0..<kernel.1 {
                    largest = max(largest, input[channel, y * stride.0 + row, x * stride.1 + column])
                }
            }
            return largest
        }
    }

    static func planes(_ channels: Int, _ height: Int, _ width: Int, _ value: (Int, Int, Int) -> Float) -> [Float] {
        (0..<channels).flatMap { channel in
            (0..<height).flatMap { y in (0..<width).map { x in value(channel, y, x) } }
        }
    }
}
