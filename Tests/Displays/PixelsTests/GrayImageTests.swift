import Pixels
import Testing

struct GrayImageTests {
    /// Numbered pixels in rows of three.
    private let counted = GrayImage(width: 3, height: 2, pixels: [0, 1, 2, 3, 4, 5])

    @Test func refusesPixelsThatDoNotFit() {
        #expect(GrayImage(width: 3, height: 2, pixels: [1]) == nil)
        #expect(GrayImage(width: -1, height: -1, pixels: [1]) == nil)
        #expect(GrayImage(width: .max, height: 2, pixels: []) == nil)
        #expect(GrayImage(width: 0, height: 5, pixels: []) != nil)
    }

    @Test func croppingKeepsWhatLiesInTheImage() throws {
        let image = try #require(counted)
        #expect(image.cropped(PixelRect(x: 1, y: 0, width: 9, height: 1)).pixels == [1, 2])
        #expect(image.cropped(PixelRect(x: 7, y: 7, width: 2, height: 2)).pixels.isEmpty)
        #expect(image.cropped(PixelRect(x: -1, y: 1, width: 2, height: .max)).pixels == [3])
    }

    @Test func shrinkingTakesTheMeanOfTheArea() throws {
        let image = try #require(GrayImage(width: 3, height: 1, pixels: [0, 90, 240]))
        #expect(image.resized(width: 1, height: 1).pixels == [110])
        // Each new pixel covers one and a half old ones: (0 + 45) / 1.5 and (45 + 240) / 1.5.
        #expect(image.resized(width: 2, height: 1).pixels == [30, 190])
    }

    @Test func growingDrawsLinesBetweenCentres() throws {
        let image = try #require(GrayImage(width: 2, height: 1, pixels: [0, 100]))
        #expect(image.resized(width: 4, height: 2).pixels == [0, 25, 75, 100, 0, 25, 75, 100])
    }

    @Test func resizingAndSamplingOfNothingGiveBlack() {
        let nothing = GrayImage(width: 0, height: 0, filledWith: 9)
        #expect(nothing.resized(width: 2, height: 1).pixels == [0, 0])
        let box = OrientedBox(center: Point(x: 0, y: 0), width: 3, height: 3, angle: 0)
        #expect(nothing.sampled(box, width: 2, height: 1).pixels == [0, 0])
        #expect(nothing[3, 3] == 0)
        #expect(nothing.mean == 0 && nothing.deviation == 0)
    }

    @Test func meanAndDeviationAreThoseOfAllPixels() throws {
        let image = try #require(GrayImage(width: 2, height: 2, pixels: [10, 10, 20, 20]))
        #expect(image.mean == 15)
        #expect(image.deviation == 5)
    }

    @Test func paddingFillsTheRest() throws {
        let image = try #require(GrayImage(width: 1, height: 2, pixels: [1, 2]))
        #expect(image.padded(width: 2, height: 3, with: 7).pixels == [1, 7, 2, 7, 7, 7])
        #expect(image.padded(width: 1, height: 1, with: 7).pixels == [1])
    }
}
