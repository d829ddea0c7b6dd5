internal import VitalRecords

/// The saturations and pulses of a recording as their lowest, mean and highest values.
struct SaturationSummary: Hashable, Sendable {
    private var saturation = Span()
    private var pulse = Span()

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - spo2: Percent; nil, 0 and values over 100 are ignored.
    ///   - pulse: Beats per minute; nil, 0 and 255 are ignored.
    mutating func take(spo2: Int?, pulse rate: Int?) {
        if let spo2, (1...100).contains(spo2) { saturation.take(spo2) }
        if let rate, (1..<255).contains(rate) { pulse.take(rate) }
    }

    /// The values; empty without a saturation, because then no finger was in the sensor.
    var measurements: [Measurement] {
        guard let oxygen = saturation.values else { return [] }
        let saturations = [
            Measurement(metric: "min_spo2", value: oxygen.lowest, unit: "%"),
            Measurement(metric: "avg_spo2", value: oxygen.mean, unit: "%"),
            Measurement(metric: "max_spo2", value: oxygen.highest, unit: "%"),
        ]
        guard let beats = pulse.values else { return saturations }
        return saturations + [
            Measurement(metric: .minHeartRate, value: beats.lowest, unit: "/min"),
            Measurement(metric: .avgHeartRate, value: beats.mean, unit: "/min"),
            Measurement(metric: .maxHeartRate, value: beats.highest, unit: "/min"),
        ]
    }

    private struct Span: Hashable {
        private var lowest = Int.max
        private var highest = 0
        private var sum = 0
        private var count = 0

        mutating func take(_ value: Int) {
            lowest = min(lowest, value)
            highest = max(highest, value)
            sum += value
            count += 1
        }

        /// The mean is rounded to a tenth.
        var values: (lowest: DecimalNumber, mean: DecimalNumber, highest: DecimalNumber)? {
            guard count > 0 else { return nil }
            let tenths = (sum * 20 + count) / (count * 2)
            return (
                DecimalNumber(Int64(lowest)), DecimalNumber(mantissa: Int64(tenths), exponent: -1),
                DecimalNumber(Int64(highest))
            )
        }
    }
}
