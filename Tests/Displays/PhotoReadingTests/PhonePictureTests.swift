import DisplayLayouts
import DisplayReading
import Foundation
import PhotoReading
import Testing

/// A phone's compressed picture reads like the PNG that it was made from.
///
/// Made by `display-generator photo --band easy --kind bloodPressure --side 480` in 48 colours and Debian's `heif-enc
/// -q 60`, with `-A` for AVIF.
struct PhonePictureTests {
    private static func picture(_ name: String) throws -> OpenedPicture {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/PhotoReading/\(name)", withExtension: nil))
        return try OpenedPicture.open(bytes: Array(Data(contentsOf: url)))
    }

    @Test(arguments: ["drawn-7", "drawn-9"], ["heic", "avif"])
    func compressedPicturesReadAsTheirPNG(_ name: String, _ ending: String) throws {
        let (drawn, compressed) = (try Self.picture("\(name).png"), try Self.picture("\(name).\(ending)"))
        #expect((compressed.width, compressed.height) == (drawn.width, drawn.height))
        let engine = try DisplayEngine()
        let request = RecognitionRequest(.bloodPressure)
        let (expected, found) = (
            engine.recognise(drawn, request: request), engine.recognise(compressed, request: request)
        )
        #expect(!expected.measurements.isEmpty)
        #expect(found.refusal == nil && found.text == expected.text, "\(found.text) of \(expected.text)")
        #expect(found.measurements.map(\.value) == expected.measurements.map(\.value))
    }
}
