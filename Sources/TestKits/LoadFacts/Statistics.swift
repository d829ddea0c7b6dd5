internal import Foundation

/// Summary statistics of measured values; empty lists give 0.
package enum Statistics {
    /// The value below which a share of the values lies, by the nearest rank.
    package static func quantile(_ values: [Double], at share: Double) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[min(max(rank, 1), sorted.count) - 1]
    }

    /// The middle value, or the mean of the two.
    package static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard let last = sorted.last else { return 0 }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[min(middle, sorted.count - 1)]) / 2
            : sorted.indices.contains(middle) ? sorted[middle] : last
    }

    /// The smallest and the largest value.
    package static func range(_ values: [Double]) -> [Double] {
        [(values.min() ?? 0).shortened, (values.max() ?? 0).shortened]
    }
}

extension Double {
    /// The value rounded to four digits, which exceeds the precision of any measurement.
    package var shortened: Double {
        guard self != 0, isFinite else { return self }
        let scale = pow(10, 4 - ceil(log10(abs(self))))
        return scale >= 1 ? (self * scale).rounded() / scale : rounded()
    }
}

extension Duration {
    /// The duration in milliseconds.
    package var milliseconds: Double { self / .milliseconds(1) }
    /// The duration in seconds.
    package var inSeconds: Double { self / .seconds(1) }
}
