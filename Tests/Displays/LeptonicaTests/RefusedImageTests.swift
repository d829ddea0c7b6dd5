import Leptonica
import Pixels
import Testing

@Suite struct RefusedImageTests {
    @Test(arguments: [
        ("cmyk.jpeg", ImageError.Code.unsupported), ("cmyk.tiff", .unsupported), ("pages.tiff", .severalPictures),
        ("animated.webp", .severalPictures), ("animated.gif", .severalPictures), ("animated.png", .severalPictures),
    ])
    func whatWouldBeReadWrongIsRefused(_ name: String, _ code: ImageError.Code) {
        let error = #expect(throws: ImageError.self) { try Fixture.read(name) }
        #expect(error?.code == code, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        "orientation-6.jpeg", "progressive.jpeg", "rgb.png", "gif.gif", "rgb.bmp", "rgb.ppm", "lzw.tiff",
        "lossless.webp",
        "lossy.webp", "palette.png",
    ])
    func everyShorterFileIsRefused(_ name: String) throws {
        let bytes = try Fixture.bytes(name)
        let whole = try ImageFile.read(bytes: bytes).color
        for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 60)) {
            do throws(ImageError) {
                // The missing bytes may be unnecessary, but then the image must be the same.
                #expect(try ImageFile.read(bytes: Array(bytes.prefix(count))).color == whole, "\(name): \(count)")
            } catch {
                #expect([.truncated, .damaged, .unknownFormat].contains(error.code), "\(name): \(count)")
            }
        }
    }

    @Test(arguments: [(20_001, 10, true), (10, 20_001, true), (9_000, 9_000, true), (6_000, 5_000, false)])
    func largeImagesAreRefusedBeforeTheyAreDecoded(_ width: Int, _ height: Int, _ isBaseline: Bool) {
        let bytes = Fixture.jpeg(width: width, height: height, marker: isBaseline ? 0xC0 : 0xC2)
        let error = #expect(throws: ImageError.self) { try ImageFile.read(bytes: bytes) }
        #expect(error?.code == .tooLarge)
        #expect(error?.message.contains("\(width) x \(height)") == true)
    }

    @Test func noLimitIsHigherThanTheHardOne() {
        var limits = ImageLimits()
        limits.mostPixels = .max
        let bytes = Fixture.jpeg(width: 19_999, height: 19_999)
        let error = #expect(throws: ImageError.self) { try ImageFile.read(bytes: bytes, limits: limits) }
        #expect(error?.code == .tooLarge)
        limits.mostBytes = 10
        let large = #expect(throws: ImageError.self) { try ImageFile.read(bytes: bytes, limits: limits) }
        #expect(large?.message.contains("10 bytes") == true)
    }

    @Test(arguments: [(0xC3 as UInt8, 3 as UInt8), (0xC9, 3), (0xC0, 4), (0xC0, 2)])
    func unusualKindsOfJPEGAreRefused(_ marker: UInt8, _ colors: UInt8) {
        let bytes = Fixture.jpeg(width: 16, height: 16, marker: marker, colors: colors)
        let error = #expect(throws: ImageError.self) { try ImageFile.read(bytes: bytes) }
        #expect(error?.code == .unsupported)
    }

    @Test func otherFilesAreNamed() {
        for bytes in [Array("%PDF-1.4".utf8), [0], Array("<svg/>".utf8)] {
            let error = #expect(throws: ImageError.self) { try ImageFile.read(bytes: bytes, name: "letter.pdf") }
            #expect(error?.code == .unknownFormat)
            #expect(error?.message.contains("letter.pdf") == true)
        }
        let empty = #expect(throws: ImageError.self) { try ImageFile.read(bytes: []) }
        #expect(empty?.code == .truncated)
    }

    /// Webcams leave bytes between their data and the end marker.
    @Test func bytesBeforeTheEndDoNoHarm() throws {
        let bytes = try ImageFile.jpeg(Fixture.slope(32, 32), quality: 90)
        let changed = bytes.dropLast(2) + [0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xD9]
        #expect(try ImageFile.read(bytes: Array(changed)).color == ImageFile.read(bytes: bytes).color)
    }

    @Test func damageIsAcceptedOnlyWhereWanted() throws {
        var bytes = try ImageFile.jpeg(Fixture.slope(32, 32), quality: 90)
        let place = bytes.count - 60
        for index in place..<place + 40 { bytes[index] = 0xFE }
        let error = #expect(throws: ImageError.self) { try ImageFile.read(bytes: bytes) }
        #expect(error?.code == .damaged)
        var limits = ImageLimits()
        limits.acceptsWarnings = true
        #expect(try ImageFile.read(bytes: bytes, limits: limits).color.width == 32)
        let cut = #expect(throws: ImageError.self) {
            try ImageFile.read(bytes: Array(bytes.dropLast(2)), limits: limits)
        }
        #expect(cut?.code == .truncated)
    }

    @Test func changedBytesNeverTrap() throws {
        let names = [
            "orientation-6.jpeg", "rgb.png", "gif.gif", "rgb.bmp", "lzw.tiff", "lossy.webp", "palette-alpha.png",
        ]
        #expect(try Fixture.refusals(ofChanged: names, seed: 11) > 100)
    }
}
