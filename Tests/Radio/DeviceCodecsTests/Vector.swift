import DeviceCodecs
import Foundation
import Testing

/// A frame and what it decodes to.
struct Vector: Decodable, CustomTestStringConvertible {
    let characteristic: String
    let hex: String
    let expected: [String: JSONValue]

    var testDescription: String { "\(characteristic) \(hex.prefix(48))" }

    /// The decoder's result: the fields of its JSON, or `error` with a code.
    func decoded() throws -> [String: JSONValue] {
        do {
            let json = try CharacteristicDecoder.decode(characteristic: characteristic, hex: hex).json
            return try JSONDecoder().decode([String: JSONValue].self, from: Data(json.utf8))
        } catch let error as CodecError {
            return ["error": .text(error.code.rawValue)]
        }
    }

    /// The frames of a fixture file of this target.
    static func fixture(_ name: String) throws -> [Vector] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Fixtures"))
        return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: url))
    }

    /// The file of the shared vectors, found above the sources, or nil.
    static let sharedFile: URL? = {
        var folder = URL(filePath: #filePath)
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let file = folder.appending(path: "shared/vectors/ble.json")
            if FileManager.default.fileExists(atPath: file.path) { return file }
        }
        return nil
    }()
}
