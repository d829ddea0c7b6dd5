import DisplayPeripherals
import ImageCleaning
import Leptonica
import OCRTools
import Pixels
import Testing

@testable import OCREngine

/// The JPEG that replaces a record's picture.
struct CarriedJPEGTests {
    /// A grey slope whose columns go from dark to light.
    private static let slope = GrayImage(
        width: 96,
        height: 64,
        pixels: (0..<96 * 64).map { (place: Int) -> UInt8 in UInt8(2 * (place % 96)) }
    )

    private static func png() throws -> [UInt8] { try ImageFile.png(ColorImage(try #require(slope))) }

    private static func jpeg(of picture: [UInt8]) throws -> [UInt8] {
        try DisplayPictureEngine(catalogue: .standard).jpeg(of: picture)
    }

    @Test
    func `It shows the picture in its size`() throws {
        let made = try ImageFile.read(bytes: Self.jpeg(of: Self.png()))
        #expect(made.format == .jpeg && (made.fullWidth, made.fullHeight) == (96, 64))
        let gray = made.color.gray
        for column in stride(from: 0, to: 96, by: 5) {
            #expect(abs(Int(gray[column, 30]) - 2 * column) <= 4, "column \(column)")
        }
    }

    @Test
    func `What stood beside the pixels is not in it`() throws {
        let note = Array("made by Jane Doe".utf8)
        let comment: [UInt8] = [0xFF, 0xFE, 0, UInt8(note.count + 2)] + note
        var picture = try ImageFile.jpeg(ColorImage(try #require(Self.slope)))
        picture.insert(contentsOf: comment, at: 2)
        #expect(try ImageFile.read(bytes: picture).fullWidth == 96)
        let made = try Self.jpeg(of: picture)
        #expect(!made.indices.contains { made[$0...].starts(with: note) })
    }

    @Test
    func `A picture of more pixels than there is memory for is refused before it is decoded`() throws {
        var picture = try Self.png()
        // The header's width and height: 4,100 x 4,000, which may be read but not converted to a JPEG.
        picture.replaceSubrange(16..<24, with: [0, 0, 0x10, 0x04, 0, 0, 0x0F, 0xA0])
        let error = #expect(throws: UnreadablePicture.self) { try Self.jpeg(of: picture) }
        #expect(error?.code == "tooLarge" && error?.message.contains("4100 x 4000") == true, "\(error as Any)")
        let other = #expect(throws: UnreadablePicture.self) { try DisplayPictureEngine.open(picture, isWhole: true) }
        #expect(other?.code != "tooLarge")
    }

    @Test
    func `What is no picture is refused with a word`() {
        let error = #expect(throws: UnreadablePicture.self) { try Self.jpeg(of: Array("no picture".utf8)) }
        #expect(error?.code == "unknownFormat")
    }
}
