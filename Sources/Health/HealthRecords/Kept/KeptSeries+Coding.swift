extension KeptSeries: Codable {
    /// Reads what a store has.
    ///
    /// - Throws: `DecodingError` for what no version wrote.
    package init(from decoder: any Decoder) throws {
        guard let series = try StoredSeries(from: decoder).series else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "a kept sample is malformed"
            )
            throw DecodingError.dataCorrupted(context)
        }
        self = series
    }

    /// Writes it for a store.
    package func encode(to encoder: any Encoder) throws { try StoredSeries(self).encode(to: encoder) }
}
