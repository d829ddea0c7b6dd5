import Foundation
import ImageCleaning
import Leptonica
import Pixels
import Testing

@Suite struct ImageFileTests {
    @Test(arguments: [
        "orientation-1.jpeg", "progressive.jpeg", "rgb.png", "palette.png", "rgb16.png", "gif.gif", "rgb.bmp",
        "palette.bmp", "rgb.ppm", "lzw.tiff", "jpeg.tiff", "lossless.webp", "lossy.webp",
    ])
    func colorsAreThoseOfTheFile(_ name: String) throws {
        let image = try Fixture.read(name)
        #expect((image.color.width, image.color.height, image.reduction) == (48, 32, 1))
        #expect((image.fullWidth, image.fullHeight) == (48, 32))
        #expect(Fixture.distance(image.color, Fixture.quarters) <= 6)
    }

    @Test(arguments: ["gray.jpeg", "gray16.png", "gray.pgm", "gray.tiff"])
    func graysAreThoseOfTheFile(_ name: String) throws {
        #expect(Fixture.distance(try Fixture.read(name).color, Fixture.grays) <= 4)
    }

    @Test(arguments: ["bilevel.png", "bilevel.pbm", "bilevel.tiff"])
    func blackIsBlack(_ name: String) throws {
        let expected = [0, 255, 255, 0].map { [$0, $0, $0] }
        #expect(Fixture.distance(try Fixture.read(name).color, expected) == 0)
    }

    @Test(arguments: ["alpha.png", "alpha16.png", "alpha.webp"])
    func transparentPartsAreWhite(_ name: String) throws {
        let expected = [[255, 0, 0], [0, 255, 0], [127, 127, 255], [255, 255, 255]]
        #expect(Fixture.distance(try Fixture.read(name).color, expected) <= 1)
    }

    @Test func transparentGraysAndPalettesAreWhite() throws {
        let grays = [76, 150, 142, 255].map { [$0, $0, $0] }
        #expect(Fixture.distance(try Fixture.read("gray-alpha.png").color, grays) <= 1)
        let colors = Fixture.quarters.prefix(3) + [[255, 255, 255]]
        #expect(Fixture.distance(try Fixture.read("palette-alpha.png").color, Array(colors)) <= 1)
    }

    @Test(arguments: ImageOrientation.allCases)
    func imagesAreUpright(_ orientation: ImageOrientation) throws {
        let image = try Fixture.read("orientation-\(orientation.rawValue).jpeg")
        #expect(image.orientation == orientation)
        #expect((image.color.width, image.color.height, image.fullWidth) == (48, 32, 48))
        #expect(Fixture.distance(image.color, Fixture.quarters) <= 6)
    }

    @Test(arguments: ["orientation-6.png", "orientation-6.webp"])
    func otherFormatsSayHowTheyAreTurned(_ name: String) throws {
        let image = try Fixture.read(name)
        #expect(image.orientation == .turnedLeft)
        #expect((image.color.width, image.color.height) == (48, 32))
        #expect(Fixture.distance(image.color, Fixture.quarters) == 0)
    }

    @Test(arguments: [(nil, 1), (640, 1), (320, 2), (300, 2), (160, 4), (80, 8), (1, 8), (-1, 8)])
    func imagesAreReducedDownToTheWantedSide(_ wanted: Int?, _ reduction: Int) throws {
        let slope = try Fixture.slope(643, 322)
        for file in [try ImageFile.jpeg(slope, quality: 95), try ImageFile.png(slope)] {
            let image = try ImageFile.read(bytes: file, limits: ImageLimits(wantedSide: wanted))
            let sides = [643, 322].map { ($0 + reduction - 1) / reduction }
            #expect([image.color.width, image.color.height, image.reduction] == sides + [reduction])
            #expect((image.fullWidth, image.fullHeight) == (643, 322))
            // A pixel's centre times the reduction is its place in the file's image.
            let place = 3 * (sides[1] / 2 * sides[0] + sides[0] / 3)
            let (x, y) = (Double(sides[0] / 3) + 0.5, Double(sides[1] / 2) + 0.5)
            #expect(abs(Double(image.color.pixels[place]) - 255 * (x * Double(reduction) - 0.5) / 642) < 3)
            #expect(abs(Double(image.color.pixels[place + 1]) - 255 * (y * Double(reduction) - 0.5) / 321) < 3)
        }
    }

    @Test func onePixelIsAnImage() throws {
        let pixel = try #require(ColorImage(width: 1, height: 1, pixels: [200, 100, 50]))
        #expect(try ImageFile.read(bytes: ImageFile.png(pixel)).color == pixel)
        let limits = ImageLimits(wantedSide: 1)
        let decoded = try ImageFile.read(bytes: ImageFile.jpeg(pixel, quality: 100), limits: limits).color
        #expect((decoded.width, decoded.height) == (1, 1))
        #expect(zip(decoded.pixels, pixel.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
    }

    @Test func writtenImagesAreReadAgain() throws {
        let color = try Fixture.slope(37, 21)
        #expect(try ImageFile.read(bytes: ImageFile.png(color)).color == color)
        #expect(try ImageFile.read(bytes: ImageFile.png(color.gray)).color == ColorImage(color.gray))
        let jpeg = try ImageFile.read(bytes: ImageFile.jpeg(color.gray, quality: 95))
        #expect(jpeg.format == .jpeg)
        #expect(zip(jpeg.color.gray.pixels, color.gray.pixels).allSatisfy { abs(Int($0) - Int($1)) < 8 })
        #expect(try ImageFile.jpeg(color, quality: 10).count < ImageFile.jpeg(color, quality: 95).count)
        let none = #expect(throws: ImageError.self) { try ImageFile.png(GrayImage(width: 0, height: 4, filledWith: 0)) }
        #expect(none?.code == .unwritable)
    }

    @Test func filesAreReadByTheirPaths() throws {
        let path = NSTemporaryDirectory() + "vitalbus-image-\(UUID().uuidString)"
        try Data(Fixture.bytes("rgb.png")).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try ImageFile.read(path: path) == Fixture.read("rgb.png"))
        for place in ["/nonexistent/photo.jpg", "/tmp"] {
            let error = #expect(throws: ImageError.self) { try ImageFile.read(path: place) }
            #expect(error?.code == .unreadable)
            #expect(error?.message.contains(place) == true)
        }
    }
}
