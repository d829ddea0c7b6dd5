import DisplayGenerator
import DisplayScoring
import PhotoReading
import Pixels

/// Drawn displays that no network was trained on.
struct DrawnDisplays: Sendable {
    /// What was counted for scenes alike.
    struct Part: Hashable, Sendable {
        let band: DisplayBand
        let kind: DisplayGenerator.DisplayKind
        let hasBox: Bool
        /// Why there is nothing to read.
        let refusal: String?
    }

    /// Far from all that the training's streams and its checks draw.
    private static let firstSeed: UInt64 = 0x0CF0_0000_0000
    private static let firstForeignSeed: UInt64 = 0x0CF8_0000_0000
    /// Of ten scenes: a share of each, as people take photos.
    static let bands: [DisplayBand] = [
        .easy, .medium, .hard, .medium, .medium, .hard, .medium, .easy, .medium, .hard,
    ]
    let count: Int

    /// Draws and reads them all, on all processors.
    func read(with reader: PhotoReader) async -> [Part: OCRScore] {
        await EachCore.sum(count, from: [:]) { scores, number in
            Self.read(number, with: reader, into: &scores)
        } _: { scores, others in
            for (part, score) in others { scores[part, default: OCRScore()].add(score) }
        }
    }

    private static func read(_ number: Int, with reader: PhotoReader, into scores: inout [Part: OCRScore]) {
        let band = bands[number % bands.count]
        add(DrawnPhoto(band: band, seed: firstSeed + UInt64(number)), band: band, with: reader, into: &scores)
        // One of ten more shows what is no value of its kind.
        guard number.isMultiple(of: 10) else { return }
        let foreign = DrawnPhoto(foreign: firstForeignSeed + UInt64(number / 10), band: band)
        add(foreign, band: band, with: reader, into: &scores)
    }

    private static func add(
        _ photo: DrawnPhoto,
        band: DisplayBand,
        with reader: PhotoReader,
        into scores: inout [Part: OCRScore]
    ) {
        for asked in photo.cases {
            let part = Part(
                band: band,
                kind: photo.drawn.kind,
                hasBox: asked.request.box != nil,
                refusal: asked.truth.refusal
            )
            let answer = DisplayAnswer(
                reader.engine.recognise(OpenedPicture(photo.drawn.color), request: asked.request)
            )
            scores[part, default: OCRScore()].add(asked.truth, answer: answer)
        }
    }
}
