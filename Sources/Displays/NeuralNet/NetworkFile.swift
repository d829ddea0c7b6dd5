/// A file of weights: a header and, behind its newline, numbers of 16 bits.
struct NetworkFile {
    /// The largest file that is read, in bytes.
    private static let mostBytes = 64 << 20
    /// The longest header, in bytes.
    private static let longestHeader = 1 << 20

    let header: NetworkHeader
    private let bytes: [UInt8]
    /// Where the weights begin.
    private let start: Int
    private let places: [String: NetworkHeader.Weights]

    /// Takes a file apart and checks that every tensor lies within it.
    init(bytes: [UInt8]) throws(NetworkError) {
        guard bytes.count <= Self.mostBytes else {
            throw NetworkError(code: .tooLarge, message: "the network has more than \(Self.mostBytes) bytes")
        }
        guard let end = bytes.prefix(Self.longestHeader).firstIndex(of: 0x0A) else {
            throw NetworkError(code: .badHeader, message: "the network has no line of header")
        }
        header = try NetworkHeader(bytes[..<end])
        self.bytes = bytes
        start = end + 1
        var (places, last): ([String: NetworkHeader.Weights], Int) = ([:], 0)
        for weights in header.tensors {
            last = max(last, try Self.end(of: weights, within: bytes.count - start))
            places[weights.name] = weights
        }
        guard last == bytes.count - start else {
            throw NetworkError(code: .badLength, message: "the network has bytes behind its weights; export it again")
        }
        self.places = places
    }

    /// The numbers of a tensor.
    ///
    /// - Throws: ``NetworkError`` where there is none of that name and size.
    func values(_ name: String?, shape: [Int]) throws(NetworkError) -> [Float] {
        guard let name, let weights = places[name], weights.shape == shape else {
            throw NetworkError(code: .badStep, message: "the network has no weights \(name ?? "") of the size \(shape)")
        }
        let first = start + weights.offset
        let values = (0..<shape.reduce(1, *)).map { index in
            let place = first + 2 * index
            return Float(Float16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8))
        }
        guard values.allSatisfy(\.isFinite) else {
            throw NetworkError(code: .badStep, message: "the network's weights \(name) hold what is no number")
        }
        return values
    }

    /// Where a tensor ends, in bytes behind the header.
    private static func end(of weights: NetworkHeader.Weights, within length: Int) throws(NetworkError) -> Int {
        var count = 1
        for side in weights.shape {
            guard side >= 1, side <= length else { throw truncated(weights) }
            // Both are at most the length of the file, so that their product does not overflow.
            count *= side
            guard count <= length / 2 else { throw truncated(weights) }
        }
        guard weights.offset >= 0, weights.offset <= length - 2 * count else { throw truncated(weights) }
        return weights.offset + 2 * count
    }

    private static func truncated(_ weights: NetworkHeader.Weights) -> NetworkError {
        NetworkError(
            code: .badLength,
            message: "the network's weights \(weights.name) are not all there; copy it again"
        )
    }
}

/// Why a network's file is not taken, or why an input does not fit it.
package struct NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a stable word.
    package enum Code: String, Hashable, Sendable {
        /// The bytes do not begin with a header that can be read.
        case badHeader
        /// The bytes end before the weights do, or go on behind them.
        case badLength
        /// A step of the network is none that is known, or its numbers make no sense.
        case badStep
        /// The network is larger than a limit allows.
        case tooLarge
        /// An input has a size that the network cannot take.
        case wrongInput
    }

    /// What is wrong.
    package let code: Code
    /// What is wrong with what, and the way out.
    package let message: String

    /// Makes an error.
    package init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    package var description: String { "\(code.rawValue): \(message)" }
}
