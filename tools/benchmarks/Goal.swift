/// What a ratio of value and limit should be.
enum Goal: Sendable {
    case atMost(Double)
    case atLeast(Double)

    /// The goal as it is printed.
    var words: String {
        switch self {
        case .atMost(let bound): "ratio <= \(bound)"
        case .atLeast(let bound): "ratio >= \(bound)"
        }
    }

    /// Whether a ratio reaches it.
    func isMet(_ ratio: Double) -> Bool {
        switch self {
        case .atMost(let bound): ratio <= bound
        case .atLeast(let bound): ratio >= bound
        }
    }
}
