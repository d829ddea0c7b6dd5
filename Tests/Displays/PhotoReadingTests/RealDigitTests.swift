import DisplayLayouts
import DisplayScoring
import Leptonica
import PhotoReading
import Pixels
import Testing

/// Photos of single digits of two real displays, from very dark to overexposed.
struct RealDigitTests {
    @Test(.enabled(if: OCRFixtures.folder != nil, "no photos in ../shared/fixtures/ocr"))
    func `Of the digits that are told, most are right, and no wrong one is accepted`() throws {
        let engine = try DisplayEngine()
        var score = OCRScore()
        // Every twelfth photo: five of each digit.
        for (number, digit) in try DigitFixture.all().enumerated() where number.isMultiple(of: 12) {
            let image = try ImageFile.read(path: digit.path).color
            // A display has space around its digits, but a crop of one digit has none.
            let wide = image.gray.widened(by: image.width / 4)
            let truth = DisplayTruth(kind: .any, values: [DisplayTruth.Value("value", text: "\(digit.digit)")])
            let picture = engine.recognise(OpenedPicture(ColorImage(wide)), request: RecognitionRequest(.any))
            score.add(truth, answer: DisplayAnswer(picture))
        }
        #expect(score.readable == 50)
        #expect(score.right >= 2 * score.wrong, "\(score)")
        #expect(score.wronglyAccepted == 0, "\(score)")
    }
}

extension GrayImage {
    /// The image with a margin of its edge pixels on each side.
    fileprivate func widened(by margin: Int) -> GrayImage {
        let (wide, high) = (width + 2 * margin, height + 2 * margin)
        let view = PixelRect(x: -margin, y: -margin, width: wide, height: high)
        return sampled(OrientedBox(view), width: wide, height: high)
    }
}
