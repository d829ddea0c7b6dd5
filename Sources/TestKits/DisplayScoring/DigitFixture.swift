internal import Foundation

/// A photo of one digit with its truth.
package struct DigitFixture: Sendable {
    /// The photo's path.
    package let path: String
    /// The digit, 0…9.
    package let digit: Int

    /// All photos of digits; empty where `../shared/fixtures/ocr` is not there.
    ///
    /// - Throws: What reading `labels.json` throws.
    package static func all() throws -> [DigitFixture] {
        guard let folder = OCRFixtures.folder?.appending(path: "digits") else { return [] }
        let labels = try Data(contentsOf: folder.appending(path: "labels.json"))
        return try JSONDecoder().decode([Label].self, from: labels).compactMap { label in
            label.digit.map { DigitFixture(path: folder.appending(path: label.file).path, digit: $0) }
        }
    }

    private struct Label: Decodable {
        let file: String
        let digit: Int?

        private enum CodingKeys: String, CodingKey {
            case file
            case digit
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            file = try values.decode(String.self, forKey: .file)
            // A photo of a place without a digit has a word here.
            digit = try? values.decode(Int.self, forKey: .digit)
        }
    }
}
