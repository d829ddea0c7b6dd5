/// What a step of a network does with its inputs.
enum Operation: Sendable {
    /// Convolution, with its weights.
    case convolve(Convolution)
    /// The largest of each field.
    case pool(Pooling)
    /// Each number four times.
    case double
    /// Sum of two inputs, cut at 0 if wanted.
    case add(relu: Bool)
    /// The planes of all inputs, one behind the other.
    case join

    /// The size of what it makes; nil where the inputs' sizes do not fit it.
    func shape(of inputs: [Shape]) -> Shape? {
        guard let first = inputs.first else { return nil }
        switch self {
        case .convolve(let convolution): return convolution.shape(of: first)
        case .pool(let pooling): return pooling.shape(of: first)
        case .double: return Shape(channels: first.channels, height: 2 * first.height, width: 2 * first.width)
        case .add: return inputs.allSatisfy { $0 == first } ? first : nil
        case .join:
            guard inputs.allSatisfy({ $0.height == first.height && $0.width == first.width }) else { return nil }
            let channels = inputs.reduce(0) { $0 + $1.channels }
            return Shape(channels: channels, height: first.height, width: first.width)
        }
    }

    /// How many inputs it takes.
    var arity: ClosedRange<Int> {
        switch self {
        case .convolve, .pool, .double: 1...1
        case .add: 2...2
        case .join: 1...16
        }
    }
}
