/// How evidence becomes a probability that all values are right: a logistic function of the evidence's features.
///
/// `tools/ocr-training/calibrate.py` fits the weights on drawn displays and writes `Calibration+Current.swift`.
package struct Calibration: Sendable {
    /// The weight of each feature, in the order of ``features(of:)``.
    package let weights: [Double]
    /// What is added to the weighed features.
    package let bias: Double
    /// From which confidence on a reading is taken without a person's look.
    package let threshold: Double

    /// Makes a calibration of its numbers.
    package init(weights: [Double], bias: Double, threshold: Double) {
        self.weights = weights
        self.bias = bias
        self.threshold = threshold
    }

    /// The probability that a reading with this evidence is right, 0…1.
    package func confidence(of evidence: Evidence) -> Double {
        let sum = zip(weights, Self.features(of: evidence)).reduce(bias) { $0 + $1.0 * $1.1 }
        return 1 / (1 + exponential(-sum))
    }

    /// Whether a confidence suffices to take a reading without a person's look.
    package func suffices(_ confidence: Double) -> Bool { confidence >= threshold }

    /// What is weighed: each value twice, how near it is to 1, since 0.999 is worth more than 0.99, and as it is.
    package static func features(of evidence: Evidence) -> [Double] {
        let values = evidence.values.map { min(max($0, 0), 1) }
        return values.map { -logarithm(1.001 - $0) / 6.907_755 } + values
    }
}

extension Calibration {
    /// The calibration in use, as `tools/ocr-training/calibrate.py` fitted it on 18670 readings of drawn displays.
    package static let current = Calibration(
        weights: [
            0.0000,
            0.4144,
            0.4878,
            0.6770,
            1.0114,
            0.2680,
            0.8884,
            1.5901,
            0.0210,
            0.0000,
            1.0027,
            0.0002,
            0.0000,
            0.9624,
            2.2357,
            0.1934,
            0.3004,
            0.0000,
            0.0393,
            0.0000,
            0.5780,
            0.0000,
            1.4797,
            0.0000,
            0.9967,
            0.4342,
            1.0896,
            0.8746,
            0.8734,
            0.4028,
            1.2216,
            0.0000,
            0.0000,
            1.0808,
            0.1283,
            0.2697,
            0.0000,
            2.2354,
            1.6136,
            0.2371,
            0.3215,
            0.0000,
            0.8091,
            1.6228,
            0.8427,
            0.7052,
        ],
        bias: -20.2531,
        threshold: 0.9398
    )
}
