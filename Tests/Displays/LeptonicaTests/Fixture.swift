import Foundation
import Leptonica
import Pixels
import SeededRandom
import Testing

/// The images in the folder `Fixtures/Leptonica`, made with Pillow, and those in HEIC and AVIF by `heif-fixtures.py`.
///
/// Upright, each is 48 x 32 pixels (HEIC and AVIF: 96 x 64), its quarters red, green, blue and yellow in reading order.
enum Fixture {
    static let quarters: [[Int]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]]
    static let grays = [76, 150, 29, 226].map { [$0, $0, $0] }

    static func bytes(_ name: String) throws -> [UInt8] {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/Leptonica/\(name)", withExtension: nil))
        return Array(try Data(contentsOf: url))
    }

    static func read(_ name: String) throws -> DecodedImage { try ImageFile.read(bytes: bytes(name)) }

    /// The number of refused files among 200 changed copies of each; the others are read.
    static func refusals(ofChanged names: [String], seed: UInt64) throws -> Int {
        var random = SplitMix64(seed: seed)
        var refused = 0
        for name in names {
            let bytes = try bytes(name)
            for _ in 0..<200 {
                var changed = bytes
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                do { _ = try ImageFile.read(bytes: changed) } catch { refused += 1 }
            }
        }
        return refused
    }

    /// The largest colour difference at the centres of the quarters.
    static func distance(_ image: ColorImage, _ expected: [[Int]]) -> Int {
        let places = [(1, 1), (3, 1), (1, 3), (3, 3)]
        return zip(places, expected).map { place, color in
            let start = 3 * (image.height * place.1 / 4 * image.width + image.width * place.0 / 4)
            return (0..<3).map { abs(Int(image.pixels[start + $0]) - color[$0]) }.max() ?? 255
        }.max() ?? 255
    }

    /// A JPEG file built from its first segments, without the rest.
    static func jpeg(width: Int, height: Int, marker: UInt8 = 0xC0, colors: UInt8 = 3) -> [UInt8] {
        let size = [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) }
        return [0xFF, 0xD8, 0xFF, marker, 0, 8 + 3 * colors, 8] + size + [colors]
            + Array(repeating: 0x11, count: 3 * Int(colors)) + [0xFF, 0xD9]
    }

    /// An image in which every pixel encodes its place.
    static func slope(_ width: Int, _ height: Int) throws -> ColorImage {
        let pixels = (0..<(width * height)).flatMap { place -> [UInt8] in
            [UInt8(255 * (place % width) / max(width - 1, 1)), UInt8(255 * (place / width) / max(height - 1, 1)), 90]
        }
        return try #require(ColorImage(width: width, height: height, pixels: pixels))
    }
}
