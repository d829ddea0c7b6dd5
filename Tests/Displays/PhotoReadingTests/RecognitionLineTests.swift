import DisplayLayouts
import DisplayPeripherals
import Foundation
import Leptonica
import PhotoReading
import Pixels
import Testing

struct RecognitionLineTests {
    private func object(_ line: RecognitionLine) throws -> [String: Any] {
        let data = try JSONEncoder().encode(line)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test
    func refusalsHaveTheFileAndTheReasonOnly() throws {
        let refusal = PictureRefusal(reason: "errorCode", text: "E1")
        let line = RecognitionLine(
            file: "a.jpg",
            picture: RecognisedPicture(refused: refusal),
            layout: .standard(.glucoseMeter)
        )
        let found = try object(line)
        #expect(found.keys.sorted() == ["file", "refused"])
        #expect(found["file"] as? String == "a.jpg")
        #expect(found["refused"] as? [String: String] == ["reason": "errorCode", "text": "E1"])
        #expect(line.text == "a.jpg: refused, errorCode, seen was E1")
    }

    @Test(arguments: [
        ([UInt8](), "truncated"), (Array("no image".utf8), "unknownFormat"),
        ([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2], "damaged"),
    ])
    func whatIsNoPictureIsARefusal(_ bytes: [UInt8], _ reason: String) throws {
        let found = try DisplayEngine().recognise(bytes: bytes, request: RecognitionRequest(.any))
        #expect(found.refusal?.reason == reason && found.refusal?.message.isEmpty == false)
        #expect(found.measurements.isEmpty && !found.isAccepted && found.confidence == 0)
    }

    @Test
    func missingFilesAreARefusal() throws {
        let found = try DisplayEngine().recognise(path: "/nowhere/a.jpg", request: RecognitionRequest(.any))
        #expect(found.refusal?.reason == "unreadable")
    }

    @Test(arguments: [(1, 1), (7, 3), (320, 240)])
    func emptyPicturesAreRefused(_ width: Int, _ height: Int) throws {
        let pixels = [UInt8](repeating: 128, count: 3 * width * height)
        let picture = OpenedPicture(try #require(ColorImage(width: width, height: height, pixels: pixels)))
        for kind in DisplayKind.allCases {
            let found = try DisplayEngine().recognise(picture, request: RecognitionRequest(kind))
            #expect(found.refusal != nil && !found.isAccepted)
            #expect(found.drawing(on: picture).width == width)
        }
    }

    @Test(arguments: [
        PixelRect(x: 400, y: 0, width: 10, height: 10), PixelRect(x: -50, y: -50, width: 20, height: 20),
        PixelRect(x: Int.max, y: Int.max, width: Int.max, height: 1),
    ])
    func boxesOutsideAreRefused(_ box: PixelRect) throws {
        let pixels = [UInt8](repeating: 128, count: 3 * 320 * 240)
        let picture = OpenedPicture(try #require(ColorImage(width: 320, height: 240, pixels: pixels)))
        let found = try DisplayEngine().recognise(picture, request: RecognitionRequest(.any, box: box))
        #expect(found.refusal?.reason == "boxOutside")
        #expect(found.refusal?.message.contains("320 x 240") == true)
        let turned = RecognitionRequest(.any, box: box, boxAngle: 0.4)
        #expect(try DisplayEngine().recognise(picture, request: turned).refusal?.reason == "boxOutside")
    }

    @Test
    func overlaysAreWholePictures() throws {
        let overlay = DisplayOverlay(.standard(.bloodPressure))
        let bytes = try #require(overlay.png(width: 321, height: 240))
        let image = try ImageFile.read(bytes: bytes)
        #expect(image.fullWidth == 321 && image.fullHeight == 240)
        // Transparent parts become white: the frame's inside is white, and its surroundings are dimmed.
        let frame = overlay.frame(width: 321, height: 240)
        let inside = image.color.gray.pixels[(frame.y + 5) * 321 + frame.x + 5]
        #expect(inside == 255 && image.color.gray.pixels[0] < 200)
    }

    @Test
    func placesOfReducedPhotosAreThoseOfTheFile() throws {
        let pixels = [UInt8](repeating: 90, count: 3 * 4_000 * 3_000)
        let photo = try #require(ColorImage(width: 4_000, height: 3_000, pixels: pixels))
        let picture = try OpenedPicture.open(bytes: try ImageFile.jpeg(photo, quality: 40))
        #expect(picture.scale == 2 && picture.color.width == 2_000)
        #expect(picture.width == 4_000 && picture.height == 3_000)
        let box = PixelRect(x: 3_990, y: 2_990, width: 100, height: 100)
        let found = try DisplayEngine().recognise(picture, request: RecognitionRequest(.any, box: box))
        #expect(found.refusal != nil && found.refusal?.reason != "boxOutside")
    }
}
