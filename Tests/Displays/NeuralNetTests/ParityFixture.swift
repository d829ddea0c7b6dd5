import Foundation
import NeuralNet
import Testing

/// Inputs and PyTorch's outputs for them, as `tools/ocr-training/vbn.py` writes them.
struct ParityFixture: Decodable {
    struct Case: Decodable {
        let input: [Int]
        let output: [Int]
        let inputOffset: Int
        let outputOffset: Int
    }

    let format: String
    let cases: [Case]
    private var body = Data()

    private enum CodingKeys: String, CodingKey {
        case format
        case cases
    }

    init(_ name: String) throws {
        let bytes = Data(try Self.bytes("\(name).parity"))
        let end = try #require(bytes.firstIndex(of: 0x0A))
        self = try JSONDecoder().decode(ParityFixture.self, from: bytes[..<end])
        body = Data(bytes[(end + 1)...])
        try #require(format == "vbnparity1")
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/NeuralNet/\(name)", withExtension: nil))
        return Array(try Data(contentsOf: url))
    }

    func tensor(_ shape: [Int], _ offset: Int) throws -> Tensor {
        let values = (0..<shape.reduce(1, *)).map { index in
            let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(body[offset + 4 * index + $1]) << (8 * UInt32($1)) }
            return Float(bitPattern: bits)
        }
        return try #require(Tensor(channels: shape[0], height: shape[1], width: shape[2], values: values))
    }
}
