import HEIF
import ImageCleaning
import Leptonica
import Pixels
import Testing

/// HEIC and AVIF: `heif-fixtures.py` wrote the files, 96 x 64 pixels when upright, with the same quarters as the
/// others.
@Suite struct HEIFTests {
    @Test(arguments: [
        ("rgb.heic", ImageFormat.heic), ("rgb.avif", .avif), ("ten-bits.heic", .heic), ("whole-colours.heic", .heic),
        ("turned-1.heic", .heic), ("turned-2.heic", .heic), ("turned-3.heic", .heic), ("mirrored-0.heic", .heic),
        ("mirrored-1.heic", .heic), ("turned-mirrored.avif", .avif), ("burst.heic", .heic),
    ])
    func picturesAreUprightAndOfTheirColors(_ name: String, _ format: ImageFormat) throws {
        let image = try Fixture.read(name)
        #expect(image.format == format && image.orientation == .upright && image.reduction == 1)
        #expect((image.color.width, image.color.height) == (96, 64))
        #expect((image.fullWidth, image.fullHeight) == (96, 64))
        #expect(Fixture.distance(image.color, Fixture.quarters) <= 6, "\(name)")
    }

    @Test(arguments: ["alpha.heic", "alpha.avif"])
    func transparentPartsAreWhite(_ name: String) throws {
        let expected = [[255, 0, 0], [0, 255, 0], [127, 127, 255], [255, 255, 255]]
        #expect(Fixture.distance(try Fixture.read(name).color, expected) <= 4)
    }

    @Test func graysAndGridsAreRead() throws {
        #expect(Fixture.distance(try Fixture.read("gray.heic").color, Fixture.grays) <= 4)
        let grid = try Fixture.read("grid.heic")
        #expect((grid.color.width, grid.color.height) == (160, 96))
        #expect(Fixture.distance(grid.color, Fixture.quarters) <= 6)
        let turned = try Fixture.read("turned-grid.heic")
        #expect((turned.fullWidth, turned.fullHeight) == (96, 160))
        #expect(Fixture.distance(turned.color, [1, 3, 0, 2].map { Fixture.quarters[$0] }) <= 6)
    }

    @Test func largePicturesAreReduced() throws {
        let image = try ImageFile.read(bytes: Fixture.bytes("grid.heic"), limits: ImageLimits(wantedSide: 40))
        #expect((image.reduction, image.color.width, image.color.height) == (4, 40, 24))
        #expect((image.fullWidth, image.fullHeight) == (160, 96))
        #expect(Fixture.distance(image.color, Fixture.quarters) <= 6)
    }

    /// The file, its compressed data and its grid each state a size.
    @Test(arguments: ["huge.heic", "huge-data.heic", "huge-grid.heic", "huge-canvas.heic"])
    func sizesAreCheckedBeforeAnythingIsDecoded(_ name: String) {
        let error = #expect(throws: ImageError.self) { try Fixture.read(name) }
        #expect(error?.code == .tooLarge, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("no-primary.heic", ImageError.Code.damaged), ("wrong-primary.heic", .damaged),
        ("tiles-missing.heic", .damaged),
        ("own-alpha.heic", .damaged), ("twice.heic", .unsupported), ("overlay.heic", .unsupported),
    ])
    func whatIsNotOnePictureIsRefused(_ name: String, _ code: ImageError.Code) {
        let error = #expect(throws: ImageError.self) { try Fixture.read(name) }
        #expect(error?.code == code, "\(error?.description ?? "")")
        #expect(error?.message.contains("again") == true || error?.message.contains("save it") == true, "the way out")
    }

    @Test(arguments: ["rgb.heic", "grid.heic", "alpha.avif", "turned-1.heic"])
    func everyShorterFileIsRefused(_ name: String) throws {
        let bytes = try Fixture.bytes(name)
        let whole = try ImageFile.read(bytes: bytes).color
        for count in 0..<bytes.count {
            do throws(ImageError) {
                #expect(try ImageFile.read(bytes: Array(bytes.prefix(count))).color == whole, "\(name): \(count)")
            } catch {
                #expect([.truncated, .damaged, .unknownFormat].contains(error.code), "\(name): \(count): \(error)")
            }
        }
        let error = #expect(throws: ImageError.self) { try ImageFile.read(bytes: Array(bytes.dropLast(9))) }
        #expect(error?.code == .truncated)
    }

    @Test func changedBytesNeverTrap() throws {
        let names = [
            "rgb.heic", "grid.heic", "alpha.heic", "rgb.avif", "turned-1.heic", "burst.heic", "huge-data.heic",
        ]
        #expect(try Fixture.refusals(ofChanged: names, seed: 12) > 100)
    }

    /// The Exif data of the file with the rotated picture states another orientation, which must not be applied too.
    @Test func theFileTurnsItsPictureOnce() throws {
        let bytes = try Fixture.bytes("turned-1.heic")
        #expect(String(decoding: bytes, as: UTF8.self).contains("Exif"))
        #expect(try ImageFile.read(bytes: bytes).color.width == 96)
    }

    @Test func aPictureBecomesACleanJPEG() throws {
        let bytes = try Fixture.bytes("turned-3.heic")
        let file = try ImageFile.carriedJPEG(bytes: bytes)
        #expect(try CleanImage(cleaning: file).bytes == file, "nothing stands in it that is taken away")
        let image = try ImageFile.read(bytes: file)
        #expect(image.format == .jpeg && image.color.width == 96)
        #expect(Fixture.distance(image.color, Fixture.quarters) <= 8)
        let error = #expect(throws: ImageError.self) { try ImageFile.carriedJPEG(bytes: Array(bytes.prefix(200))) }
        #expect(error?.code == .damaged || error?.code == .truncated)
    }

    @Test func aMissingDecoderNamesItsPackage() {
        #expect(HEIFPicture.canDecode(.hevc) && HEIFPicture.canDecode(.av1))
        for (compression, package) in [(HEIFFacts.Compression.hevc, "libde265"), (.av1, "dav1d")] {
            let error = ImageError(.noDecoder(compression), name: "a.heic")
            #expect(error.code == .unsupported)
            #expect(error.message.contains("a.heic") && error.message.contains("libheif-plugin-\(package)"))
        }
    }

    @Test func videosAreNoPictures() {
        for brand in ["isom", "mp42", "qt  ", "M4A "] {
            let bytes = [0, 0, 0, 16] + Array("ftyp\(brand)\0\0\0\0".utf8)
            let error = #expect(throws: ImageError.self) { try ImageFile.read(bytes: bytes) }
            #expect(error?.code == .unknownFormat)
            #expect(error?.message.contains("HEIC") == true)
        }
    }
}
