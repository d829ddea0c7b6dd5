import NeuralNet
import SeededRandom
import Testing

/// Random inputs, and the distance between two answers.
enum Numbers {
    static func tensor(_ channels: Int, _ height: Int, _ width: Int, seed: UInt64 = 5) throws -> Tensor {
        var random = SplitMix64(seed: seed)
        let values = (0..<(channels * height * width)).map { _ in Float.random(in: -2...2, using: &random) }
        return try #require(Tensor(channels: channels, height: height, width: width, values: values))
    }

    /// The largest difference; infinite if the counts differ.
    static func distance(_ first: [Float], _ second: [Float]) -> Float {
        guard first.count == second.count else { return .infinity }
        return zip(first, second).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }
}
