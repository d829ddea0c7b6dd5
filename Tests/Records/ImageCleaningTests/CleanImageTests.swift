import ImageCleaning
import SeededRandom
import TestSupport
import Testing
import VitalRecords

/// Images: kinds, structure, metadata, hostile bytes.
@Suite struct CleanImageTests {
    private static let word = "N48-12-30-GEHEIM"

    @Test func aTelephonesJPEGLosesEverythingButThePictureAndItsOrientation() throws {
        let image = try CleanImage(cleaning: SampleImages.jpeg(hiding: Self.word))
        #expect(image.kind == .jpeg)
        #expect(!contains(image.bytes, Self.word))
        let plain = SampleImages.plainJPEG()
        // 18 bytes of JFIF after the start, then only the orientation, then the unchanged picture.
        let turned =
            Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        #expect(image.bytes == plain.prefix(20) + SampleImages.segment(0xE1, content: turned) + plain.dropFirst(20))
        #expect(try CleanImage(cleaning: image.bytes) == image, "cleaning it again changes nothing")
    }

    @Test func anUprightJPEGHasNoExifAtAll() throws {
        for orientation: UInt8 in [0, 1, 9] {
            let image = try CleanImage(cleaning: SampleImages.jpeg(hiding: Self.word, orientation: orientation))
            #expect(image.bytes == SampleImages.plainJPEG())
        }
    }

    @Test func aPNGLosesEverythingButThePictureAndItsOrientation() throws {
        let image = try CleanImage(cleaning: SampleImages.png(hiding: Self.word))
        #expect(image.kind == .png)
        #expect(!contains(image.bytes, Self.word))
        let plain = SampleImages.plainPNG()
        let turned = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        #expect(image.bytes == plain.prefix(33) + SampleImages.chunk("eXIf", content: turned) + plain.dropFirst(33))
        #expect(try CleanImage(cleaning: image.bytes) == image)
        #expect(try CleanImage(cleaning: SampleImages.png(hiding: Self.word, orientation: 1)).bytes == plain)
    }

    @Test func coloursAndScansStay() throws {
        let colour = SampleImages.segment(0xE2, content: Array("ICC_PROFILE\0".utf8) + [1, 1, 7])
        let adobe = SampleImages.segment(0xEE, content: Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
        let plain = SampleImages.plainJPEG()
        let source = Array(plain.prefix(20)) + colour + adobe + Array(plain[20...])
        #expect(try CleanImage(cleaning: source).bytes == source)
        // Restart markers and stuffed bytes belong to the scan, and a second scan may follow, as in progressive files.
        let scan = SampleImages.segment(0xDA, content: [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0xFF, 0xD0, 0x34]
        let twice = Array(plain.dropLast(2) + scan + [0xFF, 0xD9])
        #expect(try CleanImage(cleaning: twice).bytes == twice)
        let png = SampleImages.plainPNG()
        let hints =
            SampleImages.chunk("gAMA", content: [0, 0, 0xB1, 0x8F]) + SampleImages.chunk("tRNS", content: [0, 1])
        let hinted = Array(png.prefix(33)) + hints + Array(png[33...])
        #expect(try CleanImage(cleaning: hinted).bytes == hinted)
    }

    @Test(
        arguments: [
            (Array("\0\0\0\u{18}ftypheic".utf8), "HEIC"), (Array("\0\0\0\u{18}ftypmif1".utf8), "HEIC"),
            (Array("\0\0\0\u{18}ftypavif".utf8), "AVIF"), (Array("RIFF0000WEBPVP8 ".utf8), "WebP"),
            (Array("GIF89a".utf8), "GIF"), (Array("%PDF-1.7".utf8), "PDF"), ([0x49, 0x49, 0x2A, 0x00], "TIFF"),
            ([], "JPEG or PNG"), (Array("<html>".utf8), "JPEG or PNG"),
        ] as [([UInt8], String)]
    )
    func otherKindsAreNamed(bytes: [UInt8], name: String) {
        let error = #expect(throws: VitalRecordsError.self) { try CleanImage(cleaning: bytes) }
        #expect(error?.code == .unsupportedImage)
        #expect(error?.message.contains(name) == true)
        #expect(error?.message.contains("PNG") == true, "the way out")
    }

    @Test(
        arguments: [
            ("heic", [], ImageFormat.heic), ("heix", ["mif1"], .heic), ("mif1", ["heic"], .heic),
            ("mif1", ["avif"], .avif),
            ("msf1", ["hevc"], .heic), ("avis", [], .avif), ("mif1", [], .heic), ("isom", ["mp42"], nil),
            ("qt  ", [], nil),
        ] as [(String, [String], ImageFormat?)]
    )
    func brandsTellPicturesFromVideos(_ first: String, _ others: [String], _ format: ImageFormat?) {
        let size = UInt8(16 + 4 * others.count)
        let bytes = [0, 0, 0, size] + Array("ftyp\(first)\0\0\0\0\(others.joined())".utf8)
        // Bytes after the box are not a brand.
        #expect(ImageFormat(bytes + Array("avif".utf8)) == format)
        #expect(ImageFormat(Array(bytes.prefix(11))) == nil)
    }

    @Test func theTableOfFormatsIsWhole() {
        #expect(ImageFormat.names == "JPEG, PNG, HEIC, AVIF, TIFF, WebP, BMP, PNM and GIF")
        let extensions = ImageFormat.allCases.flatMap(\.fileExtensions)
        #expect(extensions.count == ImageFormat.allFileExtensions.count && extensions.contains("heic"))
        #expect(ImageKind.allCases.allSatisfy { ImageFormat.allFileExtensions.contains($0.fileExtension) })
    }

    @Test func tenMegabytesAreTheLimit() throws {
        let picture = SampleImages.plainJPEG()
        // The bytes after the end are removed, but count towards the size.
        let full = picture + [UInt8](repeating: 0, count: CleanImage.byteLimit - picture.count)
        #expect(try CleanImage(cleaning: full).bytes == picture)
        let error = #expect(throws: VitalRecordsError.self) { try CleanImage(cleaning: full + [0]) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("10000000") == true)
    }

    @Test func anImageThatIsCutOffAnywhereIsRefused() throws {
        for whole in [SampleImages.plainJPEG(), SampleImages.plainPNG()] {
            for count in 0..<whole.count {
                #expect(throws: VitalRecordsError.self) { try CleanImage(cleaning: Array(whole.prefix(count))) }
            }
        }
    }

    @Test func wrongStructuresAreRefused() {
        let (jpeg, png) = (SampleImages.plainJPEG(), SampleImages.plainPNG())
        let noFrame = [0xFF, 0xD8] + SampleImages.segment(0xDB, content: [0]) + [0xFF, 0xD9]
        let wrong: [[UInt8]] = [
            noFrame, [0xFF, 0xD8, 0xFF, 0xD9], Array(jpeg.prefix(20)) + [0xFF, 0xE1, 0x00, 0x01] + jpeg.dropFirst(20),
            Array(jpeg.prefix(20)) + [0x00] + jpeg.dropFirst(20),
            Array(jpeg.prefix(20)) + [0xFF, 0xD8] + jpeg.dropFirst(20),
            SampleImages.plainJPEG(side: 0), Array(png.prefix(33)) + png.suffix(12),
            Array(png.prefix(33)) + SampleImages.chunk("ABCD", content: []) + png.dropFirst(33),
            Array(png.prefix(33)) + png.prefix(33).suffix(25) + png.dropFirst(33), SampleImages.plainPNG(side: 0),
            Array(png.dropLast(12)) + SampleImages.chunk("tEXt", content: []) + png.dropFirst(33),
        ]
        for (index, bytes) in wrong.enumerated() {
            let error = #expect(throws: VitalRecordsError.self, "\(index)") { try CleanImage(cleaning: bytes) }
            #expect(error?.code == .invalidImage, "\(index)")
        }
        for index in png.indices.dropFirst(8) {
            var changed = png
            changed[index] ^= 0x10
            #expect(throws: VitalRecordsError.self, "every byte of a PNG is checked: \(index)") {
                try CleanImage(cleaning: changed)
            }
        }
    }

    /// Changed bytes never trap; an accepted image has no metadata, and cleaning it again changes nothing.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func mutatedBytesNeverTrap(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var taken = 0
        for round in 0..<3_000 {
            var bytes =
                round % 2 == 0 ? SampleImages.jpeg(hiding: Self.word, side: 24) : SampleImages.png(hiding: Self.word)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[at] = 0xFF
                case 2: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...40, using: &random)))
                default: bytes.insert(contentsOf: bytes.suffix(Int.random(in: 1...40, using: &random)), at: at)
                }
                if bytes.isEmpty { bytes = [0xFF] }
            }
            guard let image = try? CleanImage(cleaning: bytes) else { continue }
            taken += 1
            #expect(try CleanImage(cleaning: image.bytes) == image)
        }
        #expect(taken > 50, "some mutations fall into metadata only")
    }

    @Test func anImagesIdFollowsFromRecordAndContent() throws {
        let (one, two) = (try #require(LogID(rawValue: "a")), try #require(LogID(rawValue: "b")))
        let image = try CleanImage(cleaning: SampleImages.plainPNG())
        #expect(image.sha256.count == 64)
        let id = LogID.image(of: one, sha256: image.sha256)
        #expect(id == LogID.image(of: one, sha256: image.sha256))
        #expect(id != LogID.image(of: two, sha256: image.sha256))
        #expect(id != LogID.image(of: one, sha256: String(image.sha256.reversed())))
    }

    private func contains(_ bytes: [UInt8], _ word: String) -> Bool { bytes.firstRange(of: Array(word.utf8)) != nil }
}
