import BusContract
import ContractLiterals
import DisplayPeripherals
import DisplayReading
import ImageCleaning
import Leptonica
import OCRTools
import Pixels
import Testing

@testable import OCREngine
@testable import PhotoReading

/// Frames as the person who holds the meter sees them.
struct FramePreviewTests {
    private func looks(_ frames: [ColorImage], _ wish: DisplayWish, shows: Bool = true) throws -> [SeenFrame] {
        let engine = try DisplayPictureEngine(catalogue: .standard)
        var vote = try engine.vote(wish, cutsFrames: false)
        return try frames.enumerated().map { place, frame in
            let picture = FramePicture.rgb(width: frame.width, height: frame.height, pixels: frame.pixels)
            return try vote.look(at: picture, number: place + 1, time: .milliseconds(100 * place), shows: shows)
        }
    }

    /// A grey table of 1280 x 960 pixels with a display somewhere on it.
    private func table(_ display: ColorImage? = nil, x: Int = 0, y: Int = 0) throws -> ColorImage {
        var pixels = [UInt8](repeating: 110, count: 3 * 1_280 * 960)
        for row in 0..<(display?.height ?? 0) where y + row < 960 {
            guard let display else { break }
            let line = display.pixels[3 * row * display.width..<3 * (row + 1) * display.width]
            pixels.replaceSubrange(
                3 * ((y + row) * 1_280 + x)..<3 * ((y + row) * 1_280 + x + display.width),
                with: line
            )
        }
        return try #require(ColorImage(width: 1_280, height: 960, pixels: pixels))
    }

    @Test
    func `A frame is drawn small, with where the display belongs, and only where it is asked for`() throws {
        let drawn = DrawnFrames(count: 3, hasGlare: false)
        let wish = DisplayWish(peripheralID: 10_530)
        let preview = try #require(try looks(Array(drawn.frames.prefix(1)), wish)[0].preview)
        let image = try ImageFile.read(bytes: preview.picture)
        #expect(image.format == .jpeg && max(image.color.width, image.color.height) <= 640)
        #expect(image.color.width == preview.width && image.color.height == preview.height)
        let meter = try #require(DisplayCatalogue.standard.peripheral(id: 10_530))
        let frame = DisplayOverlay(meter).frame(width: preview.width, height: preview.height)
        #expect(preview.frame == PictureArea(frame), "the model's own frame")
        #expect(preview.display != nil && !preview.hints.isEmpty)
        #expect(try looks(drawn.frames, wish, shows: false).allSatisfy { $0.preview == nil })
    }

    @Test
    func `A large frame is made small, and the box that was asked for is the frame`() throws {
        let box = PictureArea(x: 200, y: 100, width: 800, height: 600)
        let wish = DisplayWish(type: "bloodPressure", box: box)
        let preview = try #require(try looks([try table()], wish)[0].preview)
        #expect(preview.width == 640 && preview.height == 480)
        #expect(preview.frame == PictureArea(x: 100, y: 50, width: 400, height: 300))
        let color = try ImageFile.read(bytes: preview.picture).color
        let (inside, outside) = (color.pixels[3 * (200 * 640 + 110)], color.pixels[3 * (440 * 640 + 620)])
        #expect(inside > outside + 20, "what is outside of the frame is dimmed")
        #expect(preview.display == nil && preview.hints.first != "hold")
    }

    @Test
    func `A box that is turned is drawn so, and what lies in it is told to be straight`() throws {
        let box = PictureArea(x: 400, y: 400, width: 480, height: 160)
        let wish = DisplayWish(type: "bloodPressure", box: box, boxAngle: 90)
        let preview = try #require(try looks([try table()], wish)[0].preview)
        #expect(abs(preview.frame.x - 280) <= 1 && abs(preview.frame.width - 80) <= 2)
        #expect(abs(preview.frame.y - 120) <= 1 && abs(preview.frame.height - 240) <= 2)
        let display = OrientedBox(PixelRect(x: 300, y: 130, width: 100, height: 60), angle: .pi / 2)
        let frame = PixelRect(x: 310, y: 110, width: 80, height: 100)
        #expect(AimHints.aim(display, frame: frame, angle: .pi / 2).isEmpty)
        #expect(AimHints.aim(display, frame: frame) == [.straighten])
    }

    @Test(arguments: [361, -400, .infinity, .nan])
    func `An angle that is none is refused, and so is one without a box`(angle: Double) throws {
        let engine = try DisplayPictureEngine(catalogue: .standard)
        let box = PictureArea(x: 1, y: 1, width: 50, height: 50)
        try engine.check(DisplayWish(box: box, boxAngle: -360))
        for wish in [DisplayWish(box: box, boxAngle: angle), DisplayWish(boxAngle: 30)] {
            #expect(throws: UnreadablePicture.self) { try engine.check(wish) }
        }
    }

    @Test(arguments: [(Int.max, Int.max), (.min, .max), (0, .max), (.max, .min), (-1, 1 << 62)])
    func `A box that no picture has is drawn as far as it is in the picture`(place: Int, side: Int) throws {
        let wish = DisplayWish(type: "bloodPressure", box: PictureArea(x: place, y: place, width: side, height: side))
        // A frame as small as a preview, so that the numbers are not scaled down.
        let frame = try table().resized(width: 320, height: 240)
        let shown = try #require(try looks([frame], wish)[0].preview).frame
        #expect(shown.x >= 0 && shown.y >= 0 && shown.width >= 0 && shown.height >= 0)
        #expect(shown.x + shown.width <= 320 && shown.y + shown.height <= 240)
    }

    @Test
    func `A display that is far away is told so, with where it is`() throws {
        let near = DrawnFrames(count: 1, hasGlare: false).frames[0].resized(width: 200, height: 200)
        let preview = try #require(
            try looks([try table(near, x: 1_000, y: 60)], DisplayWish(type: "bloodPressure"))[0].preview
        )
        guard let display = preview.display else {
            // The display is too small to be found, so the hint tells the person to bring it nearer.
            #expect(["aim", "nearer"].contains(preview.hints[0]))
            return
        }
        #expect(display.x > 400 && display.y < 240)
        #expect(preview.hints == ["hold"] || preview.hints.contains("nearer") || preview.hints.contains("left"))
    }

    @Test
    func `What is read so far is drawn in`() throws {
        let drawn = DrawnFrames(count: 1, hasGlare: false)
        let seen = try looks(drawn.frames, DisplayWish(type: "bloodPressure"))[0]
        let color = try ImageFile.read(bytes: try #require(seen.preview).picture).color
        // The text has a black background in the lower left corner, if any text was read.
        let corner = color.cropped(PixelRect(x: 0, y: color.height - 10, width: 40, height: 8)).gray
        let isDark = corner.pixels.count { $0 < 60 } > corner.pixels.count / 3
        #expect(isDark == !seen.display.text.isEmpty)
    }

    private func picture(_ reason: String?) -> RecognisedPicture {
        RecognisedPicture(refused: PictureRefusal(reason: reason ?? "unreadable"))
    }

    private func display(_ rect: PixelRect, angle: Double = 0) -> OrientedBox {
        var box = OrientedBox(rect)
        box.angle = angle
        return box
    }

    @Test
    func `Hints say what to do, the first one first`() {
        let frame = PixelRect(x: 100, y: 100, width: 200, height: 200)
        let good = display(PixelRect(x: 110, y: 110, width: 180, height: 180))
        let faults: [(String, FramePreview.Hint)] = [
            ("tooDark", "dark"), ("blurred", "blurred"), ("tooSmall", "nearer"), ("severalDisplays", "onlyOne"),
            ("displayOff", "off"), ("glare", "glare"), ("outOfTime", "straighten"),
        ]
        for (reason, word) in faults {
            #expect(AimHints(picture(reason), display: good, frame: frame).words == [word])
        }
        #expect(AimHints(picture("noDisplay"), display: nil, frame: frame).words == ["aim"])
        #expect(AimHints(picture(nil), display: good, frame: frame).words == ["hold"])
        let cases: [(PixelRect, Double, [FramePreview.Hint])] = [
            (PixelRect(x: 150, y: 150, width: 80, height: 80), 0, ["nearer"]),
            (PixelRect(x: 0, y: 0, width: 400, height: 400), 0, ["farther"]),
            (PixelRect(x: 0, y: 110, width: 180, height: 180), 0, ["right"]),
            (PixelRect(x: 220, y: 110, width: 180, height: 180), 0, ["left"]),
            (PixelRect(x: 110, y: 0, width: 180, height: 180), 0, ["down"]),
            (PixelRect(x: 110, y: 220, width: 180, height: 180), 0, ["up"]),
            (PixelRect(x: 110, y: 110, width: 180, height: 180), 0.6, ["straighten"]),
        ]
        for (rect, angle, words) in cases {
            #expect(AimHints(picture(nil), display: display(rect, angle: angle), frame: frame).words == words)
        }
    }
}
