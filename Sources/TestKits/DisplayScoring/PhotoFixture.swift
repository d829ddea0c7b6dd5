internal import Foundation
package import Pixels

/// A real photo of a meter with its truth.
package struct PhotoFixture: Sendable {
    /// The file's name.
    package let name: String
    /// The photo's path.
    package let path: String
    /// What it shows.
    package let truth: DisplayTruth
    /// Where the display is, nil where nobody marked it.
    package let display: PixelRect?
    /// Where the rows of the values are, by the fields' keys.
    package let lines: [String: PixelRect]

    /// All photos with a truth; empty where `../shared/fixtures/ocr` is not there.
    ///
    /// - Throws: What reading `labels.json` throws.
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
