import Pixels
import SeededRandom
import Testing
import ZBar

@Suite struct BarCodesTests {
    private let link = "https://example.org/device?sn=VB-0042&ä=ü"

    @Test(arguments: ["VB-0042", "A", "Serial 12/34 {x}", "0123456789"])
    func code128IsRead(_ text: String) throws {
        let codes = BarCodes.find(in: try DrawnCode.image(DrawnCode.code128(text)))
        #expect(codes.map(\.symbology) == [.code128])
        #expect(codes.first?.text == text)
        let corners = try #require(codes.first?.corners)
        #expect(corners.count == 4 && corners[0].x < corners[1].x && corners[0].y < corners[3].y)
    }

    @Test(arguments: [("400638133393", "4006381333931"), ("501234567890", "5012345678900")])
    func ean13IsRead(_ digits: String, _ text: String) throws {
        let codes = BarCodes.find(in: try DrawnCode.image(DrawnCode.ean13(digits)))
        #expect(codes.map(\.symbology) == [.ean13])
        #expect(codes.first?.text == text)
    }

    @Test(arguments: 0..<4)
    func qrCodesAreReadAtAnyTurn(quarters: Int) throws {
        let image = ColorImage(try DrawnCode.qr(module: 4)).turned(quarters: quarters).gray
        let code = try #require(BarCodes.find(in: image).first)
        #expect((code.symbology, code.text) == (.qr, link))
        // The code begins four modules from the edge; its upper left corner rotates with the image.
        let (near, far) = (16.0, Double(image.width) - 16)
        let round = [Point(x: near, y: near), Point(x: far, y: near), Point(x: far, y: far), Point(x: near, y: far)]
        for (index, corner) in code.corners.enumerated() {
            let expected = round[(index + quarters) % 4]
            #expect(abs(corner.x - expected.x) < 6 && abs(corner.y - expected.y) < 6, "\(index): \(corner)")
        }
        #expect(code.corners.count == 4)
    }

    @Test func lightCodesOnDarkGroundAreRead() throws {
        #expect(BarCodes.find(in: try DrawnCode.qr(module: 4, dark: 235, light: 15)).first?.text == link)
        let bars = try DrawnCode.image(DrawnCode.code128("VB-7"), dark: 235, light: 15)
        #expect(BarCodes.find(in: bars).first?.text == "VB-7")
    }

    @Test func smallCodesAreReadInDoubleSize() throws {
        // One and a half pixels for each module.
        let small = try DrawnCode.qr(module: 8).resized(width: 55, height: 55)
        let code = try #require(BarCodes.find(in: small).first)
        #expect(code.text == link)
        #expect(code.corners.allSatisfy { (5...50).contains($0.x) && (5...50).contains($0.y) })
        // In an image too large to be doubled the same code is not found, so the doubling found it.
        #expect(BarCodes.find(in: small.padded(width: 2_100, height: 55, with: 230)).isEmpty)
    }

    @Test func severalCodesAreAllTold() throws {
        let first = try DrawnCode.image(DrawnCode.code128("first"))
        let second = try DrawnCode.image(DrawnCode.code128("other"))
        let image = try #require(
            GrayImage(width: first.width, height: 2 * first.height, pixels: first.pixels + second.pixels)
        )
        #expect(Set(BarCodes.find(in: image).compactMap(\.text)) == ["first", "other"])
    }

    @Test func nothingIsFoundWhereNothingIs() throws {
        #expect(BarCodes.find(in: GrayImage(width: 0, height: 0, filledWith: 0)).isEmpty)
        #expect(BarCodes.find(in: GrayImage(width: 1, height: 1, filledWith: 0)).isEmpty)
        #expect(BarCodes.find(in: GrayImage(width: 320, height: 240, filledWith: 200)).isEmpty)
        var random = SplitMix64(seed: 4)
        let noise = (0..<(200 * 150)).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(BarCodes.find(in: try #require(GrayImage(width: 200, height: 150, pixels: noise))).isEmpty)
        #expect(BarCodes.find(in: GrayImage(width: 9_000, height: 1, filledWith: 0)).isEmpty)
    }
}
