import Pixels
import Testing

struct PyramidTests {
    /// A pattern with coarse and fine parts.
    private static func pattern(width: Int, height: Int) -> GrayImage? {
        GrayImage(
            width: width,
            height: height,
            pixels: (0..<width * height).map { place in
                let (x, y) = (place % width, place / width)
                return UInt8((x / 40 + y / 30) % 2 * 120 + (x * 7 + y * 13) % 40)
            }
        )
    }

    @Test(arguments: [0.0, 0.3, -0.8])
    func aSmallCutIsNearlyThatOfTheImageItself(angle: Double) throws {
        let image = try #require(Self.pattern(width: 901, height: 603))
        let box = OrientedBox(center: Point(x: 430, y: 300), width: 480, height: 300, angle: angle)
        let direct = image.sampled(box, width: 80, height: 50).pixels
        let quick = GrayPyramid(image).sampled(box, width: 80, height: 50).pixels
        let difference = zip(direct, quick).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(difference) / Double(direct.count) < 6)
    }

    @Test func aCutOfTheImagesOwnScaleIsTheSame() throws {
        let image = try #require(Self.pattern(width: 640, height: 480))
        let box = OrientedBox(center: Point(x: 300, y: 200), width: 90, height: 40, angle: 0.2)
        #expect(GrayPyramid(image).sampled(box, width: 80, height: 36) == image.sampled(box, width: 80, height: 36))
    }

    @Test(arguments: [(0, 0), (1, 900), (900, 1), (321, 3)])
    func imagesOfAnySizeHaveOne(width: Int, height: Int) throws {
        let image = GrayImage(width: width, height: height, filledWith: 90)
        let box = OrientedBox(center: Point(x: 5, y: 5), width: 600, height: 600, angle: 0)
        let cut = GrayPyramid(image).sampled(box, width: 20, height: 20)
        #expect(Set(cut.pixels) == [width * height > 0 ? 90 : 0])
    }

    @Test(arguments: [Double.nan, .infinity, 1e300])
    func boxesThatAreNoneDoNotTrap(number: Double) throws {
        let image = try #require(Self.pattern(width: 700, height: 500))
        let box = OrientedBox(center: Point(x: number, y: 1), width: number, height: number, angle: number)
        #expect(GrayPyramid(image).sampled(box, width: 4, height: 4).pixels.count == 16)
    }
}
