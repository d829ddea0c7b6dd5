import Pixels
import Testing

@testable import DisplayReading

/// The second opinion, which examines segments.
struct SegmentTests {
    @Test(arguments: [UInt8(0), 100, 255])
    func `A crop of one grey has no ink, however bright it is`(gray: UInt8) {
        #expect(InkPlane(GrayImage(width: 64, height: 32, filledWith: gray)) == nil)
    }

    @Test
    func `Ink is what differs from most of the crop, dark or light`() throws {
        for (ground, stroke) in [(UInt8(250), UInt8(20)), (20, 250)] {
            let pixels = (0..<64 * 32).map { (28..<36).contains($0 % 64) ? stroke : ground }
            let crop = try #require(GrayImage(width: 64, height: 32, pixels: pixels))
            let plane = try #require(InkPlane(crop))
            #expect(plane.mean(column: 32, rows: 8..<24) > 0.9)
            #expect(plane.mean(column: 5, rows: 8..<24) < 0.1)
        }
    }

    @Test
    func `Every digit's own segments match it best`() {
        for pattern in SegmentPattern.all {
            let zones: [Float] = pattern.isLit.map { $0 ? 1 : 0 }
            let best = SegmentPattern.all.max { $0.log(of: zones) < $1.log(of: zones) }
            #expect(best?.digit == pattern.digit)
        }
    }
}
