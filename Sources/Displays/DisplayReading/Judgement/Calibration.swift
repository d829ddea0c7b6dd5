/// The calibration of a reading's confidence: a logistic function of its evidence.
///
/// `tools/ocr-training/calibrate.py` fits the weights on drawn displays and writes `Calibration+Current.swift`.
package struct Calibration: Sendable {
    /// The weight of each feature, in the order of ``features(of:)``.
    package let weights: [Double]
    /// The intercept of the logistic function.
    package let bias: Double
    /// The confidence from which a reading is accepted without confirmation.
    package let threshold: Double
    /// The evidence of a typical accepted reading: the median of each value, in the order of `Evidence.values`.
    package let typical: [Double]

    /// Creates a calibration from its parameters.
    package init(weights: [Double], bias: Double, threshold: Double, typical: [Double]) {
        self.weights = weights
        self.bias = bias
        self.threshold = threshold
        self.typical = typical
    }

    /// The probability that a reading with this evidence is right, 0…1.
    package func confidence(of evidence: Evidence) -> Double {
        let sum = zip(weights, Self.features(of: evidence)).reduce(bias) { $0 + $1.0 * $1.1 }
        return 1 / (1 + exponential(-sum))
    }

    /// Whether a confidence suffices to accept a reading without confirmation.
    package func suffices(_ confidence: Double) -> Bool { confidence >= threshold }

    /// The features: each value once as its closeness to 1, because 0.999 is worth more than 0.99, and once unchanged.
    package static func features(of evidence: Evidence) -> [Double] { features(of: evidence.values) }

    private static func features(of values: [Double]) -> [Double] {
        let values = values.map { min(max($0, 0), 1) }
        return values.map { -logarithm(1.001 - $0) / 6.907_755 } + values
    }

    /// The contribution of each value of the evidence against the confidence of a typical accepted reading, as log
    /// odds; negative if it is better than typical.
    package func costs(of evidence: Evidence) -> [Double] {
        let lacks = zip(Self.features(of: typical), Self.features(of: evidence)).map { $0 - $1 }
        return typical.indices.map { index in
            weights[index] * lacks[index] + weights[index + typical.count] * lacks[index + typical.count]
        }
    }
}
