internal import FoundationEssentials

/// An operator's catalogue file: changes to entries, and additional entries.
///
/// JSON of the form `{"override": [{"id": 3000, "disabled": true}], "add": [{"basedOn": 3000, "id": 50001, …}]}`. Both
/// parts are optional; an unknown field is an error, because it is probably a typo.
public struct CatalogueFile: Hashable, Sendable, Decodable {
    /// The maximum size of a file in bytes.
    public static let limit = 262_144
    /// The maximum number of entries in each part.
    public static let entryLimit = 1_000

    /// Changes to built-in entries.
    public var overrides: [PeripheralOverride]
    /// Additional entries.
    public var additions: [PeripheralAddition]

    /// Makes the content of a file.
    public init(overrides: [PeripheralOverride] = [], additions: [PeripheralAddition] = []) {
        self.overrides = overrides
        self.additions = additions
    }

    /// Decodes the content of a file.
    ///
    /// - Throws: `DecodingError`, also for an unknown field.
    public init(from decoder: any Decoder) throws {
        try StrictKeys.check(decoder, known: ["override", "add"])
        let container = try decoder.container(keyedBy: CodingKeys.self)
        overrides = try container.decodeIfPresent([PeripheralOverride].self, forKey: .overrides) ?? []
        additions = try container.decodeIfPresent([PeripheralAddition].self, forKey: .additions) ?? []
    }

    private enum CodingKeys: String, CodingKey {
        case overrides = "override"
        case additions = "add"
    }

    /// Parses the bytes of a file.
    ///
    /// - Throws: ``CodecError``: `oversized`, or `invalid` with a message that names the entry and the field.
    public static func parse(_ bytes: [UInt8]) throws(CodecError) -> CatalogueFile {
        guard bytes.count <= limit else {
            throw CodecError(.oversized, message: "a catalogue file must have at most \(limit) bytes")
        }
        let file: CatalogueFile
        do {
            file = try JSONDecoder().decode(CatalogueFile.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw CodecError(.invalid, message: JSONFault.words(error))
        } catch {
            throw CodecError(.invalid, message: "the file is not JSON")
        }
        guard file.overrides.count <= entryLimit, file.additions.count <= entryLimit else {
            throw CodecError(.oversized, message: "a catalogue file must have at most \(entryLimit) entries of a kind")
        }
        return file
    }
}

/// Describes errors in JSON files that people write.
package enum JSONFault {
    /// The error with the path of the field, but never a value.
    ///
    /// For text that is not JSON the decoder gives no position.
    package static func words(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context))\(key.stringValue) is missing"
        case .typeMismatch(_, let context): "\(place(context))has the wrong type"
        case .valueNotFound(_, let context): "\(place(context))has no value"
        case .dataCorrupted(let context) where context.codingPath.isEmpty && !isKnown(context):
            "the file is not JSON; 'python3 -m json.tool FILE' shows the place"
        case .dataCorrupted(let context): "\(place(context))\(context.debugDescription)"
        @unknown default: "the file cannot be read"
        }
    }

    private static func isKnown(_ context: DecodingError.Context) -> Bool {
        context.debugDescription.hasPrefix("unknown field")
    }

    private static func place(_ context: DecodingError.Context) -> String {
        guard !context.codingPath.isEmpty else { return "" }
        let parts = context.codingPath.map { key in
            key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
        }
        return String(parts.joined().drop { $0 == "." }) + ": "
    }
}

/// Rejects unknown fields in files that people write, where they are probably typos.
enum StrictKeys {
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Checks the field names of an object.
    ///
    /// - Throws: `DecodingError` that names the unknown field and the known ones.
    static func check(_ decoder: any Decoder, known: [String]) throws {
        let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        guard let unknown = names.sorted().first(where: { !known.contains($0) }) else { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "unknown field '\(unknown.prefix(64))'; use one of \(known.joined(separator: ", "))"
            )
        )
    }
}
