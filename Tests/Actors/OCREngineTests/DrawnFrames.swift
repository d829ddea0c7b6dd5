import DisplayGenerator
import DisplayScoring
import OCRTools
import Pixels

/// A drawn burst of an easy display as a camera sends it, with a moving reflection if requested.
struct DrawnFrames {
    let frames: [ColorImage]
    /// The display's place in the first frame.
    let display: PixelRect
    /// The texts on the display.
    let texts: [String]

    init(seed: UInt64 = 77_000_000_001, count: Int, hasGlare: Bool) {
        let scene = DisplayScene(kind: .bloodPressure, band: .easy, seed: seed, framing: .display, family: .plain)
        let drawn = scene.burst(count, side: 320)
        let box = drawn.first?.display?.bounds ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
        display = box
        texts = drawn.first?.expected.map { $0.value.filter { $0 != "\"" } } ?? []
        frames = drawn.enumerated().map { place, one in
            guard hasGlare else { return one.color }
            let share = (Double(place) + 0.5) / Double(max(count, 1))
            let center = Point(
                x: Double(box.x) + share * Double(box.width),
                y: Double(box.y) + (1 - share) * Double(box.height)
            )
            return one.color.withSpot(at: center, radius: Double(min(box.width, box.height)) / 6)
        }
    }

    /// A frame in the form that a camera sends.
    func picture(_ place: Int) -> FramePicture {
        .rgb(width: frames[place].width, height: frames[place].height, pixels: frames[place].pixels)
    }
}
