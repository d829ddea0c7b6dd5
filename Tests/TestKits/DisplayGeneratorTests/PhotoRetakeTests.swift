import Pixels
import Testing

@testable import DisplayGenerator

/// Photos that are taken again in another view.
@Suite struct PhotoRetakeTests {
    /// A red square on a light background.
    private let photo: ColorImage

    init() throws {
        let (side, square) = (120, 40..<80)
        var pixels: [UInt8] = []
        for y in 0..<side {
            for x in 0..<side { pixels += square.contains(x) && square.contains(y) ? [200, 40, 40] : [220, 220, 220] }
        }
        photo = try #require(ColorImage(width: side, height: side, pixels: pixels))
    }

    private func red(_ image: ColorImage) -> [(x: Int, y: Int)] {
        (0..<image.width * image.height).filter { place in
            Int(image.pixels[3 * place]) > 2 * Int(image.pixels[3 * place + 1]) + 20
        }.map { ($0 % image.width, $0 / image.width) }
    }

    @Test func theSeedAloneDecides() {
        let one = PhotoRetake(seed: 3).take(photo, digit: 20)
        #expect(one == PhotoRetake(seed: 3).take(photo, digit: 20))
        #expect(one != PhotoRetake(seed: 4).take(photo, digit: 20))
    }

    @Test(arguments: UInt64(1)...20) func whatThePhotoShowsIsThereInItsColour(seed: UInt64) {
        let retake = PhotoRetake(seed: seed, band: .easy).take(photo, digit: 20)
        let places = red(retake)
        // The square is in the middle; slant, rotation and distance change only its size.
        let (x, y) = (places.map(\.x).reduce(0, +), places.map(\.y).reduce(0, +))
        let count = max(places.count, 1)
        #expect(abs(Double(x) / Double(count) - Double(retake.width) / 2) < Double(retake.width) * 0.08)
        #expect(abs(Double(y) / Double(count) - Double(retake.height) / 2) < Double(retake.height) * 0.08)
        let share = Double(count) / Double(retake.width * retake.height)
        #expect((0.02...0.2).contains(share), "\(share)")
    }

    @Test func noPictureIsTooSmallOrTooLarge() throws {
        for (width, height) in [(1, 1), (1, 300), (4_000, 10)] {
            let pixels = [UInt8](repeating: 90, count: 3 * width * height)
            let photo = try #require(ColorImage(width: width, height: height, pixels: pixels))
            for seed in UInt64(1)...5 {
                let retake = PhotoRetake(seed: seed, band: .hard).take(photo, digit: 5)
                #expect(retake.width > 0 && retake.height > 0 && max(retake.width, retake.height) <= 1_281)
            }
        }
    }
}
