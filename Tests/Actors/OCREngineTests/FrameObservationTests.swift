import DisplayLayouts
import DisplayReading
import DisplayScoring
import Pixels
import Testing

@testable import OCREngine
@testable import PhotoReading

/// The parts of a recognised picture that reach the vote over frames.
struct FrameObservationTests {
    /// A row of three digits in a picture with a white patch over the last one.
    private func glaring() -> (RecognisedPicture, OpenedPicture)? {
        let (width, height) = (320, 240)
        var pixels = [UInt8](repeating: 120, count: 3 * width * height)
        for y in 80..<160 {
            for x in 210..<270 { for channel in 0..<3 { pixels[3 * (y * width + x) + channel] = 255 } }
        }
        guard let image = ColorImage(width: width, height: height, pixels: pixels) else { return nil }
        let whole = OpenedPicture(image)
        let refusal = PictureRefusal(reason: "glare", text: "12")
        let glare = GlareReport(found: GlareFinder.find(in: image), rowShare: 0.3)
        return (RecognisedPicture(refused: refusal, glare: glare), whole)
    }

    @Test
    func `A frame's glare comes to the vote, also without a reading`() throws {
        let (picture, opened) = try #require(glaring())
        let frame = FrameObservation(picture, in: opened, number: 7, time: .seconds(1))
        #expect(frame.isRefused && frame.number == 7 && !frame.showsOther && frame.signature == nil)
        #expect(frame.glare == picture.glare.found && frame.glare.area > 0.03)
    }

    @Test
    func `A covered digit of a drawn display comes covered to the vote, the others clear`() throws {
        let drawn = DrawnFrames(count: 1, hasGlare: false)
        let engine = try DisplayEngine()
        let clear = engine.recognise(OpenedPicture(drawn.frames[0]), request: RecognitionRequest(.bloodPressure))
        let row = try #require(clear.measurements.first)
        let spot = row.box.point(along: row.box.width / 3, across: 0)
        let opened = OpenedPicture(drawn.frames[0].withSpot(at: spot, radius: row.box.height / 2))
        let glare = GlareFinder.find(in: opened.color, display: clear.display?.bounds)
        let covered = RowGuess(row, glare: glare)
        let count = covered.cells.count
        #expect(count == row.characters.count && covered.cells[count - 1].glare > 0.5 && covered.cells[0].glare < 0.2)
        #expect(covered.glare > 0.1)
        let beside = row.box.point(along: row.box.width / 2 + row.box.width / Double(2 * count), across: 0)
        let next = drawn.frames[0].withSpot(at: beside, radius: row.box.height / 2)
        let near = RowGuess(row, glare: GlareFinder.find(in: next, display: clear.display?.bounds))
        #expect(near.glare > near.cells.map(\.glare).reduce(0, +) / Double(count))
        #expect(RowGuess(row, glare: .none).glare == 0)
    }
}
