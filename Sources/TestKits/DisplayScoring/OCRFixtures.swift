package import Foundation
package import Pixels

/// The shared photos of displays, if there are any above the sources.
package enum OCRFixtures {
    /// The folder of the photos; nil if absent.
    package static let folder: URL? = {
        var folder = URL(filePath: #filePath)
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let found = folder.appending(path: "shared/fixtures/ocr")
            if FileManager.default.fileExists(atPath: found.path) { return found }
        }
        return nil
    }()
}

/// A photo of a digit with its truth.
package struct DigitFixture: Sendable {
    /// The path of the photo.
    package let path: String
    /// The digit, 0…9.
    package let digit: Int

    /// All photos of digits; empty if `../shared/fixtures/ocr` is absent.
    ///
    /// - Throws: Any error in reading `labels.json`.
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
            // A photo without a digit has text here.
            digit = try? values.decode(Int.self, forKey: .digit)
        }
    }
}

/// A real photo of a meter with its truth.
package struct PhotoFixture: Sendable {
    /// The name of the file.
    package let name: String
    /// The path of the photo.
    package let path: String
    /// The truth about the display.
    package let truth: DisplayTruth
    /// The box of the display; nil if not labelled.
    package let display: PixelRect?
    /// The boxes of the value rows, by field key.
    package let lines: [String: PixelRect]

    /// All photos with a truth; empty if `../shared/fixtures/ocr` is absent.
    ///
    /// - Throws: Any error in reading `labels.json`.
    package static func all() throws -> [PhotoFixture] {
        guard let folder = OCRFixtures.folder?.appending(path: "photos") else { return [] }
        let labels = try Data(contentsOf: folder.appending(path: "labels.json"))
        return try JSONDecoder().decode([PhotoLabel].self, from: labels).map { label in
            PhotoFixture(
                name: label.file,
                path: folder.appending(path: label.file).path,
                truth: label.truth,
                display: PixelRect(numbers: label.display),
                lines: (label.lines ?? [:]).compactMapValues { PixelRect(numbers: $0) }
            )
        }
    }
}

extension PixelRect {
    fileprivate init?(numbers: [Int]?) {
        guard let numbers, numbers.count == 4 else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
