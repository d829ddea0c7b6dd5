internal import FoundationEssentials

/// An operator's catalogue file: changes to entries, and entries of their own.
///
/// JSON of the form `{"override": [{"id": 3000, "disabled": true}], "add": [{"basedOn": 3000, "id": 50001, …}]}`. Both
/// parts may be absent; a field that nobody knows is refused, because it is a slip of the pen.
public struct CatalogueFile: Hashable, Sendable, Decodable {
    /// The most bytes of a file.
    public static let limit = 262_144
    /// The most entries of each part.
    public static let entryLimit = 1_000

    /// Changes to entries of the catalogue.
    public var overrides: [PeripheralOverride]
    /// Entries of the operator's own.
    public var additions: [PeripheralAddition]

    /// Makes a file's content.
    public init(overrides: [PeripheralOverride] = [], additions: [PeripheralAddition] = []) {
        self.overrides = overrides
        self.additions = additions
    }

    /// Reads the content.
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

    /// Reads a file's bytes.
    ///
    /// - Throws: ``CodecError`` `oversized`, or `invalid` that names the entry and the field.
    public static func parse(_ bytes: [UInt8]) throws(CodecError) -> CatalogueFile {
        guard bytes.count <= limit else {
            throw CodecError(code: .oversized, message: "a catalogue file has at most \(limit) bytes")
        }
        let file: CatalogueFile
        do {
            file = try JSONDecoder().decode(CatalogueFile.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw CodecError(code: .invalid, message: JSONFault.words(error))
        } catch {
            throw CodecError(code: .invalid, message: "the file is no JSON")
        }
        guard file.overrides.count <= entryLimit, file.additions.count <= entryLimit else {
            throw CodecError(code: .oversized, message: "a catalogue file has at most \(entryLimit) entries of a kind")
        }
        return file
    }
}
