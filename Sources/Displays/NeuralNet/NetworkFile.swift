@_exported public import CodedErrors

/// A weights file: a header and, after its newline, 16-bit numbers.
struct NetworkFile {
    /// The size limit of a file in bytes.
    private static let mostBytes = 64 << 20
    /// The size limit of a header in bytes.
    private static let longestHeader = 1 << 20

    let header: NetworkHeader
    private let bytes: [UInt8]
    /// The position of the first weight.
    private let start: Int
    private let places: [String: NetworkHeader.Weights]

    /// Parses a file and checks that every tensor is inside it.
    init(bytes: [UInt8]) throws(NetworkError) {
        guard bytes.count <= Self.mostBytes else {
            throw NetworkError(.tooLarge, message: "the network has more than \(Self.mostBytes) bytes")
        }
        guard let end = bytes.prefix(Self.longestHeader).firstIndex(of: 0x0A) else {
            throw NetworkError(.badHeader, message: "the network has no header line")
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
            throw NetworkError(.badLength, message: "the network has bytes after its weights; export it again")
        }
        self.places = places
    }

    /// The numbers of a tensor.
    ///
    /// - Throws: ``NetworkError`` if there is none with this name and size.
    func values(_ name: String?, shape: [Int]) throws(NetworkError) -> [Float] {
        guard let name, let weights = places[name], weights.shape == shape else {
            throw NetworkError(.badStep, message: "the network has no weights \(name ?? "") of size \(shape)")
        }
        let first = start + weights.offset
        let values = (0..<shape.reduce(1, *)).map { index in
            let place = first + 2 * index
            return Float(Float16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8))
        }
        guard values.allSatisfy(\.isFinite) else {
            throw NetworkError(.badStep, message: "the network's weights \(name) contain a value that is not a number")
        }
        return values
    }

    /// The end of a tensor, in bytes after the header.
    private static func end(of weights: NetworkHeader.Weights, within length: Int) throws(NetworkError) -> Int {
        var count = 1
        for side in weights.shape {
            guard side >= 1, side <= length else { throw truncated(weights) }
            // Both are at most the length of the file, so their product does not overflow.
            count *= side
            guard count <= length / 2 else { throw truncated(weights) }
        }
        guard weights.offset >= 0, weights.offset <= length - 2 * count else { throw truncated(weights) }
        return weights.offset + 2 * count
    }

    private static func truncated(_ weights: NetworkHeader.Weights) -> NetworkError {
        NetworkError(
            .badLength,
            message: "the network's weights \(weights.name) are incomplete; copy it again"
        )
    }
}

/// The error of a rejected network file or input.
package typealias NetworkError = CodedError<NetworkErrorCode>

/// The kind of a ``NetworkError``.
package enum NetworkErrorCode: String, ErrorCode {
    /// The bytes do not begin with a valid header.
    case badHeader
    /// The weights are truncated, or followed by more bytes.
    case badLength
    /// A step is unknown or has invalid parameters.
    case badStep
    /// The network exceeds a limit.
    case tooLarge
    /// The network does not accept the input's size.
    case wrongInput
}
