internal import FoundationEssentials

/// The first line of a weights file: the operations, and the positions of the weights.
struct NetworkHeader: Decodable {
    /// An operation; its parameters depend on its name.
    struct Operation: Decodable {
        let op: String
        let inputs: [String]
        let output: String
        let `in`: Int?
        let out: Int?
        let kernel: [Int]?
        let stride: [Int]?
        let pad: [Int]?
        let relu: Bool?
        let weight: String?
        let bias: String?
    }

    /// The position of a tensor's numbers, in bytes after the header.
    struct Weights: Decodable {
        let name: String
        let shape: [Int]
        let offset: Int
    }

    /// The identifier of the format.
    static let format = "vbn1"

    let format: String
    let name: String
    let input: [Int]
    let multiple: [Int]
    let alphabet: String
    let ops: [Operation]
    let output: String
    let tensors: [Weights]

    /// Parses a header.
    init(_ line: ArraySlice<UInt8>) throws(NetworkError) {
        do {
            self = try JSONDecoder().decode(NetworkHeader.self, from: Data(line))
        } catch {
            throw NetworkError(.badHeader, message: "the network's first line is not a network's header")
        }
        guard format == Self.format else {
            throw NetworkError(.badHeader, message: "the network's format is not \(Self.format); export it again")
        }
        guard input.count == 3, multiple.count == 2, multiple.allSatisfy({ (1...4_096).contains($0) }),
            (1...4_096).contains(input[0]), input[1...].allSatisfy({ (0...65_536).contains($0) })
        else { throw NetworkError(.badHeader, message: "the network's header has no size of its input") }
    }
}
