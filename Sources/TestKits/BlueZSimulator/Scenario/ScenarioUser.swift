/// A user that a body scale knows at the start.
package struct ScenarioUser: Decodable, Equatable, Sendable {
    /// The consent code, 0 to 9999.
    package var consent: UInt16

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case consent
    }

    /// Makes a user.
    package init(consent: UInt16) { self.consent = consent }

    /// Reads the JSON form.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.strict(CodingKeys.self)
        consent = try box.decode(UInt16.self, forKey: .consent)
        guard consent <= 9999 else {
            throw DecodingError.dataCorruptedError(forKey: .consent, in: box, debugDescription: "consent is 0 to 9999")
        }
    }
}
