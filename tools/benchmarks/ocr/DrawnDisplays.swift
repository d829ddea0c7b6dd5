import DisplayGenerator
import DisplayScoring
import PhotoReading
import Pixels

/// Drawn displays that no network was trained on.
struct DrawnDisplays: Sendable {
    /// What is shown and given.
    enum Mode: String, Sendable {
        /// A photo.
        case whole
        /// A photo and the display's box.
        case box
        /// A photo that a camera took at any angle.
        case turned
        /// The same with the upright box around the display.
        case turnedBox = "turned-box"
        /// The same with the box that is turned as the display is.
        case tiltedBox = "tilted-box"
        /// A large photo with a small display.
        case far
    }

    /// What was counted for scenes alike.
    struct Part: Hashable, Sendable {
        let band: DisplayBand
        let kind: DisplayGenerator.DisplayKind
        let mode: Mode
        /// Why there is nothing to read.
        let refusal: String?
    }

    /// Far from all that the training's streams and its checks draw.
    private static let firstSeed: UInt64 = 0x0CF0_0000_0000
    private static let firstForeignSeed: UInt64 = 0x0CF8_0000_0000
    private static let firstTurnedSeed: UInt64 = 0x0CF9_0000_0000
    private static let firstFarSeed: UInt64 = 0x0CFA_0000_0000
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
        let usual = DrawnPhoto(band: band, seed: firstSeed + UInt64(number))
        add(usual, band: band, modes: [.whole, .box], with: reader, into: &scores)
        // One of five more is taken at any angle.
        if number.isMultiple(of: 5) {
            let seed = UInt64(number / 5)
            let turnedBand = bands[number / 5 % bands.count]
            let turned = DrawnPhoto(turned: firstTurnedSeed + seed, band: turnedBand)
            add(turned, band: turnedBand, modes: [.turned, .turnedBox, .tiltedBox], with: reader, into: &scores)
        }
        // One of twenty more is far away.
        if number.isMultiple(of: 20) {
            let seed = UInt64(number / 20)
            let farBand = bands[number / 20 % bands.count]
            let far = DrawnPhoto(far: firstFarSeed + seed, band: farBand)
            add(far, band: farBand, modes: [.far], with: reader, into: &scores)
        }
        // One of ten more shows what is no value of its kind.
        guard number.isMultiple(of: 10) else { return }
        let foreign = DrawnPhoto(foreign: firstForeignSeed + UInt64(number / 10), band: band)
        add(foreign, band: band, modes: [.whole, .box], with: reader, into: &scores)
    }

    private static func add(
        _ photo: DrawnPhoto,
        band: DisplayBand,
        modes: [Mode],
        with reader: PhotoReader,
        into scores: inout [Part: OCRScore]
    ) {
        let cases = photo.cases + [photo.tilted].compactMap(\.self)
        for (mode, asked) in zip(modes, cases) {
            let part = Part(
                band: band,
                kind: photo.drawn.kind,
                mode: mode,
                refusal: asked.truth.refusal
            )
            let answer = DisplayAnswer(
                reader.engine.recognise(OpenedPicture(photo.drawn.color), request: asked.request)
            )
            scores[part, default: OCRScore()].add(asked.truth, answer: answer)
        }
    }
}
