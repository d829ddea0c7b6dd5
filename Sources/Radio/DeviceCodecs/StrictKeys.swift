/// Refuses fields that nobody reads: in a file that people write, one is a slip of the pen.
enum StrictKeys {
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Checks the names of an object's fields.
    ///
    /// - Throws: `DecodingError` that names the unknown field and the known ones.
    static func check(_ decoder: any Decoder, known: [String]) throws {
        let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        guard let unknown = names.sorted().first(where: { !known.contains($0) }) else { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "unknown field '\(unknown.prefix(64))'; there are \(known.joined(separator: ", "))"
            )
        )
    }
}
