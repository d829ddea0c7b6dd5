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
