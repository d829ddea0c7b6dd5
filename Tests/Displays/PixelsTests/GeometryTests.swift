import Foundation
import Pixels
import Testing

struct GeometryTests {
    @Test(arguments: Array(stride(from: -20.0, through: 20.0, by: 0.37)))
    func sineAndCosineAgreeWithTheLibrary(angle: Double) {
        #expect(abs(Angle.sine(angle) - sin(angle)) < 1e-12)
        #expect(abs(Angle.cosine(angle) - cos(angle)) < 1e-12)
    }

    @Test func cornersBeginAtTheUpperLeftAsRead() {
        let box = OrientedBox(center: Point(x: 10, y: 20), width: 4, height: 2, angle: Double.pi / 2)
        let corners = box.corners
        // The text runs downwards, so its upper left corner is the upper right one of the image.
        #expect(abs(corners[0].x - 11) < 1e-9 && abs(corners[0].y - 18) < 1e-9)
        #expect(abs(corners[2].x - 9) < 1e-9 && abs(corners[2].y - 22) < 1e-9)
        #expect(box.bounds == PixelRect(x: 9, y: 18, width: 2, height: 4) || box.bounds.height <= 6)
        #expect(box.contains(Point(x: 10.9, y: 21.9)))
        #expect(!box.contains(Point(x: 11.9, y: 20)))
    }

    @Test func aTurnedBoxIsClampedInItsOwnDirection() throws {
        let turned = OrientedBox(PixelRect(x: 40, y: 45, width: 100, height: 10), angle: Angle.radians(90))
        #expect(turned.offset(of: Point(x: 90, y: 60)).x.rounded() == 10)
        #expect(abs(turned.offset(of: Point(x: 87, y: 50)).y - 3) < 1e-9)
        let inside = try #require(turned.clamped(width: 200, height: 80))
        #expect(inside.bounds.y >= -1 && inside.bounds.y + inside.bounds.height <= 81)
        #expect(abs(inside.width - 80) < 1e-6 && abs(inside.height - 10) < 1e-6 && inside.angle == turned.angle)
        #expect(turned.clamped(width: 50, height: 200) == nil)
        let upright = OrientedBox(PixelRect(x: -5, y: 10, width: 30, height: 300))
        let part = try #require(upright.clamped(width: 100, height: 100))
        #expect(abs(part.center.x - 12.5) < 1e-9 && abs(part.center.y - 55) < 1e-9)
        #expect(abs(part.width - 25) < 1e-9 && abs(part.height - 90) < 1e-9)
    }

    @Test func growingNeverTurnsABoxInsideOut() {
        let box = OrientedBox(center: Point(x: 0, y: 0), width: 4, height: 2, angle: 0)
        #expect(box.grown(along: -9, across: 1).width == 0)
        #expect(box.grown(along: -9, across: 1).height == 4)
        #expect(box.scaled(by: 2).moved(byX: 1, y: -1).center == Point(x: 1, y: -1))
    }

    @Test func quarterTurnsGoClockwise() throws {
        let image = ColorImage(try #require(GrayImage(width: 3, height: 2, pixels: [0, 1, 2, 3, 4, 5])))
        #expect(image.turned(quarters: 1).gray.pixels == [3, 0, 4, 1, 5, 2])
        #expect(image.turned(quarters: 2).gray.pixels == [5, 4, 3, 2, 1, 0])
        #expect(image.turned(quarters: -1) == image.turned(quarters: 3))
        #expect(image.turned(quarters: 1).turned(quarters: 3) == image)
        #expect(image.turned(quarters: 1).width == 2)
    }

    @Test func luminanceOfColoursFollowsTheirWeights() throws {
        let image = try #require(ColorImage(width: 4, height: 1, pixels: [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]))
        #expect(image.gray.pixels == [76, 150, 29, 9])
        #expect(image.cropped(PixelRect(x: 1, y: 0, width: 1, height: 1)).pixels == [0, 255, 0])
        #expect(ColorImage(image.gray).gray == image.gray)
        #expect(ColorImage(width: 1, height: 1, pixels: [1]) == nil)
        #expect(image.resized(width: 2, height: 1).pixels == [128, 128, 0, 5, 5, 132])
    }
}
