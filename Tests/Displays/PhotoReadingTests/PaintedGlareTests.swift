import DisplayGenerator
import DisplayReading
import DisplayScoring
import PhotoReading
import Pixels
import Testing

/// A reflection that hides a digit.
struct PaintedGlareTests {
    @Test
    func `Painted over a digit it costs confidence, and is told`() throws {
        for one in AcceptedDisplays.all {
            let value = try #require(one.picture.measurements.first)
            let picture = try DisplayEngine().recognise(
                OpenedPicture(Self.painted(one.drawn.color, over: value.box)),
                request: AcceptedDisplays.request(one.truth)
            )
            let answer = DisplayAnswer(picture)
            #expect(picture.confidence < one.picture.confidence || picture.refusal != nil)
            #expect(!answer.isAccepted || one.truth.isTold(by: answer), "\(answer.values) for \(one.truth.values)")
            // An easy display may already have a reflection, which no longer counts once the spot is brighter.
            #expect(picture.glare.area > 0.02)
        }
    }

    /// Frames use it when they vote: each digit's share must be that of the digit, not of a place next to it.
    @Test
    func `It is told at the digit's own place, with a box and without`() throws {
        for one in AcceptedDisplays.all {
            let value = try #require(one.picture.measurements.first)
            let image = Self.painted(one.drawn.color, over: value.box)
            let spot = value.box.point(along: value.box.width / 3, across: 0)
            let (side, height) = (Int(value.box.height / 4) + 1, Int(value.box.height / 2) + 1)
            let digit = PixelRect(x: Int(spot.x) - side / 2, y: Int(spot.y) - height / 2, width: side, height: height)
            for box in [nil, one.drawn.display?.bounds] {
                let request = AcceptedDisplays.request(one.truth, box)
                let glare = try DisplayEngine().recognise(OpenedPicture(image), request: request).glare
                #expect(glare.found.share(of: digit) > 0.6, "\(String(describing: glare.box)) of \(digit)")
                #expect(glare.box == glare.found.box && glare.area == glare.found.area)
            }
        }
    }

    /// Paints a white spot with a soft edge over the last third of a row.
    private static func painted(_ image: ColorImage, over row: OrientedBox) -> ColorImage {
        let center = row.point(along: row.width / 3, across: 0)
        return image.withSpot(at: center, radius: 0.75 * row.height)
    }
}
