import Pixels
import Testing

struct SamplingTests {
    /// A grey that rises by 4 to the right and by 2 downwards.
    private let slope = GrayImage(
        width: 30,
        height: 30,
        pixels: (0..<900).map { (place: Int) -> UInt8 in UInt8(4 * (place % 30) + 2 * (place / 30)) }
    )

    @Test func anUprightBoxOfWholePixelsIsTheCrop() throws {
        let image = try #require(slope)
        let rect = PixelRect(x: 4, y: 7, width: 12, height: 9)
        #expect(image.sampled(OrientedBox(rect), width: 12, height: 9) == image.cropped(rect))
    }

    @Test(arguments: [-1.2, -0.3, 0.2, 0.9])
    func aTurnedBoxFollowsItsReadingDirection(angle: Double) throws {
        let image = try #require(slope)
        let box = OrientedBox(center: Point(x: 15, y: 15), width: 10, height: 6, angle: angle)
        let sampled = image.sampled(box, width: 10, height: 6)
        for row in 0..<6 {
            for column in 0..<10 {
                let place = box.point(along: Double(column) - 4.5, across: Double(row) - 2.5)
                let expected = 4 * (place.x - 0.5) + 2 * (place.y - 0.5)
                #expect(abs(Double(sampled[column, row]) - expected) <= 1)
            }
        }
    }

    @Test(arguments: [-0.4, 0, 0.7])
    func pixelsAreTheSameNearAnEdgeAndFarFromIt(angle: Double) throws {
        let image = try #require(slope)
        let around = (0..<50 * 50).map { (place: Int) -> UInt8 in image[place % 50 - 10, place / 50 - 10] }
        let larger = try #require(GrayImage(width: 50, height: 50, pixels: around))
        let box = OrientedBox(center: Point(x: 7, y: 20), width: 24, height: 20, angle: angle)
        let moved = box.moved(byX: 10, y: 10)
        for (width, height) in [(24, 20), (9, 7), (48, 41)] {
            let (near, far) = (
                image.sampled(box, width: width, height: height), larger.sampled(moved, width: width, height: height)
            )
            #expect(zip(near.pixels, far.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        }
    }

    @Test func shrinkingMeansOverTheArea() throws {
        let stripes = try #require(GrayImage(width: 64, height: 8, pixels: (0..<512).map { UInt8($0 % 2 * 200) }))
        let box = OrientedBox(PixelRect(x: 0, y: 0, width: 64, height: 8))
        let small = stripes.sampled(box, width: 8, height: 1)
        for column in 1..<7 { #expect(abs(Int(small[column, 0]) - 100) < 20) }
    }

    @Test func outsideTheEdgeGoesOn() throws {
        let image = try #require(GrayImage(width: 1, height: 1, pixels: [77]))
        let box = OrientedBox(center: Point(x: 40, y: -9), width: 3, height: 3, angle: 1)
        #expect(Set(image.sampled(box, width: 3, height: 2).pixels) == [77])
    }

    @Test(arguments: [Double.nan, .infinity, 1e300])
    func boxesThatAreNoneDoNotTrap(number: Double) throws {
        let image = try #require(slope)
        let box = OrientedBox(center: Point(x: number, y: 1), width: 4, height: number, angle: number)
        #expect(image.sampled(box, width: 4, height: 4).pixels.count == 16)
        #expect(RowCrop(box: box).image(from: image).height == RowCrop.height)
        #expect(box.bounds.width >= 0)
    }

    @Test func cutsGrowByTheRowsHeightAndStayInTheirLimits() {
        let row = OrientedBox(center: Point(x: 50, y: 50), width: 60, height: 20, angle: 0)
        let crop = RowCrop(box: row)
        #expect(abs(crop.grown.width - 80) < 1e-9)
        #expect(abs(crop.grown.height - 28.8) < 1e-9)
        #expect(crop.width == 89)
        #expect(RowCrop(box: OrientedBox(center: row.center, width: 900, height: 9, angle: 0)).width == 320)
        #expect(RowCrop(box: OrientedBox(center: row.center, width: 0, height: 0, angle: 0)).width == 24)
    }
}
