import DeviceCodecs
import Foundation
import Testing

/// Frames of a maker's protocol and their values: a row of this target's file, or of the shared one.
struct DriverCase: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let driver: String
    let model: String?
    let frames: [String]
    let expected: [String: JSONValue]
    let origin: String
    let options: DriverOptions

    private enum Keys: String, CodingKey {
        case id, driver, family, model, frames, hex, expected, origin, key, address, mac, `protocol`
    }

    init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: Keys.self)
        id = try row.decode(String.self, forKey: .id)
        driver = try row.decodeIfPresent(String.self, forKey: .driver) ?? row.decode(String.self, forKey: .family)
        model = try row.decodeIfPresent(String.self, forKey: .model)
        frames = try row.decodeIfPresent([String].self, forKey: .frames) ?? [row.decode(String.self, forKey: .hex)]
        expected = try row.decode([String: JSONValue].self, forKey: .expected)
        origin = try row.decode(String.self, forKey: .origin)
        var options = DriverOptions()
        options.model = model
        options.key = try row.decodeIfPresent(String.self, forKey: .key).map(CharacteristicDecoder.bytes(hex:))
        let address = try row.decodeIfPresent(String.self, forKey: .address)
        options.address = try (address ?? row.decodeIfPresent(String.self, forKey: .mac))
            .map(CharacteristicDecoder.bytes(hex:))
        options.protocolVersion = try row.decodeIfPresent(Int.self, forKey: .protocol)
        self.options = options
    }

    var testDescription: String { "\(id) \(frames.joined(separator: " ").prefix(48))" }

    /// The decoder's result for the last frame, which completes the others where a message has several.
    func decoded(options given: DriverOptions? = nil) throws -> [String: JSONValue] {
        let bytes = try frames.map { try CharacteristicDecoder.bytes(hex: $0) }
        let family = try DriverTable.family(named: driver)
        let last = try #require(try family.frames(bytes, options: given ?? options).last)
        return try JSONDecoder().decode([String: JSONValue].self, from: Data(last.json.utf8))
    }

    /// The rows of this target's file.
    static let own: [DriverCase] = {
        guard let url = Bundle.module.url(forResource: "drivers", withExtension: "json", subdirectory: "Fixtures"),
            let data = try? Data(contentsOf: url)
        else { return [] }
        return (try? JSONDecoder().decode([DriverCase].self, from: data)) ?? []
    }()

    /// The rows of the shared file; empty where it is absent.
    static let shared: [DriverCase] = {
        guard let file = Vector.sharedFile?.deletingLastPathComponent().appending(path: "drivers.json"),
            let data = try? Data(contentsOf: file)
        else { return [] }
        return (try? JSONDecoder().decode([DriverCase].self, from: data)) ?? []
    }()
}

extension JSONValue {
    /// Whether everything in `expected` is present; objects may have more members.
    func contains(_ expected: JSONValue) -> Bool {
        switch (self, expected) {
        case (.object(let mine), .object(let wanted)):
            wanted.allSatisfy { name, value in mine[name]?.contains(value) ?? false }
        case (.list(let mine), .list(let wanted)):
            mine.count == wanted.count && zip(mine, wanted).allSatisfy { $0.contains($1) }
        default: self == expected
        }
    }
}
