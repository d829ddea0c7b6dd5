import DisplayEngine
import DisplayGenerator
import DisplayReading
import DisplayScoring
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
                AcceptedDisplays.request(one.truth)
            )
            let answer = DisplayAnswer(picture)
            #expect(picture.confidence < one.picture.confidence || picture.refusal != nil)
            #expect(!answer.isAccepted || one.truth.isTold(by: answer), "\(answer.values) for \(one.truth.values)")
            #expect(picture.glare.area > one.picture.glare.area)
        }
    }

    /// A white spot with a soft edge over the last third of a row.
    private static func painted(_ image: ColorImage, over row: OrientedBox) -> ColorImage {
        let center = row.point(along: row.width / 3, across: 0)
        let radius = 0.75 * row.height
        var pixels = image.pixels
        for place in 0..<image.width * image.height {
            let (x, y) = (Double(place % image.width) - center.x, Double(place / image.width) - center.y)
            let share = min(max(1.6 - 1.4 * (x * x + y * y).squareRoot() / radius, 0), 1)
            for channel in 3 * place..<3 * place + 3 {
                pixels[channel] += UInt8(Double(255 - pixels[channel]) * share)
            }
        }
        return ColorImage(width: image.width, height: image.height, pixels: pixels) ?? image
    }
}
