import DisplayReading
import Pixels
import Testing

@Suite("Glare on a display")
struct GlareFinderTests {
    @Test(
        "A display without a reflection has none, however bright or dark it is",
        arguments: [(150, 40), (90, 20), (254, 30), (235, 60), (20, 250), (0, 255), (200, 190), (255, 255), (0, 0)]
            as [(UInt8, UInt8)]
    )
    func none(background: UInt8, ink: UInt8) {
        let glare = GlareFinder.find(in: DrawnLight(background: background, ink: ink, noise: 0).color)
        #expect(glare == .none, "\(glare.area) \(String(describing: glare.box))")
        #expect(GlareFinder.find(in: DrawnLight(background: background, ink: ink, noise: 12).color).area == 0)
    }

    @Test(
        "A painted reflection raises the area, and the box contains it",
        arguments: [60, 110, 150, 190, 20] as [UInt8]
    )
    func painted(background: UInt8) throws {
        let ink: UInt8 = background < 60 ? 200 : 20
        var light = DrawnLight(background: background, ink: ink, noise: 6)
        var area = GlareFinder.find(in: light.color).area
        for radius in [30, 45, 60] {
            light.shine(x: 200, y: 100, radius: radius)
            let glare = GlareFinder.find(in: light.color)
            #expect(glare.area > area)
            area = glare.area
            let box = try #require(glare.box)
            #expect(box.x < 200 && box.x + box.width > 200 && box.y < 100 && box.y + box.height > 100)
            // On a dark display the count includes lit strokes that the reflection touches.
            if background >= 60 { #expect(box.width > radius && box.width <= 2 * radius + 12) }
            #expect(glare.strength > 0.5 && glare.blobs.count == 1)
            #expect(glare.share(of: PixelRect(x: 195, y: 95, width: 10, height: 10)) == 1)
            #expect(glare.share(of: PixelRect(x: 20, y: 200, width: 30, height: 30)) == 0)
            // A row that passes the reflection at an angle is not covered, although its bounding rectangle is.
            let row = OrientedBox(PixelRect(x: 195 - radius, y: 95, width: 2 * radius, height: 8), angle: .pi / 4)
            #expect(glare.share(of: row) > 0.7)
            let beside = OrientedBox(
                center: row.point(along: 0, across: 2 * Double(radius)),
                width: 2 * Double(radius),
                height: 8,
                angle: .pi / 4
            )
            // On a dark display the count includes lit strokes that the reflection touches.
            if background >= 60 { #expect(glare.share(of: beside) < 0.1) }
        }
    }

    @Test(
        "Bold lit digits on a dark display are not glare, and a reflection over them is found",
        arguments: [(20, 250), (60, 235), (0, 255)] as [(UInt8, UInt8)]
    )
    func lit(background: UInt8, ink: UInt8) {
        var light = DrawnLight(width: 480, background: background, ink: ink, noise: 4, digits: (height: 150, pen: 28))
        #expect(GlareFinder.find(in: light.color).area > 0, "only the digits' height tells strokes from patches")
        #expect(GlareFinder.find(in: light.color, digits: 150) == .none)
        light.shine(x: 200, y: 120, radius: 80)
        let glare = GlareFinder.find(in: light.color, digits: 150)
        #expect(glare.area > 0.05 && glare.share(of: PixelRect(x: 190, y: 110, width: 20, height: 20)) == 1)
    }

    @Test("Two reflections are two patches, the larger first")
    func two() {
        var light = DrawnLight()
        light.shine(x: 60, y: 60, radius: 30)
        light.shine(x: 250, y: 180, radius: 45)
        let glare = GlareFinder.find(in: light.color)
        #expect(glare.blobs.count == 2 && (glare.blobs.first?.x ?? 0) > 150)
    }

    @Test("The light of a coloured lamp is not a white reflection, and a bright frame around the display is not glare")
    func others() {
        var light = DrawnLight()
        light.shine(x: 200, y: 100, radius: 40, color: [0.05, 0.5, 0.05])
        #expect(GlareFinder.find(in: light.color).area == 0)
        var framed = DrawnLight()
        framed.fill(PixelRect(x: 0, y: 0, width: 320, height: 20), 250)
        framed.fill(PixelRect(x: 0, y: 220, width: 320, height: 20), 250)
        framed.fill(PixelRect(x: 0, y: 0, width: 20, height: 240), 250)
        framed.fill(PixelRect(x: 300, y: 0, width: 20, height: 240), 250)
        #expect(GlareFinder.find(in: framed.color).area == 0)
    }

    @Test("Only the display's region is examined, wherever it is")
    func region() {
        var light = DrawnLight()
        light.shine(x: 250, y: 180, radius: 40)
        let left = PixelRect(x: 0, y: 0, width: 160, height: 120)
        #expect(GlareFinder.find(in: light.color, display: left) == .none)
        let outside = PixelRect(x: -500, y: 9000, width: .max, height: .max)
        #expect(GlareFinder.find(in: light.color, display: outside) == .none)
        let right = GlareFinder.find(in: light.color, display: PixelRect(x: 160, y: 60, width: 900, height: 900))
        #expect(right.area > 0.05 && (right.box?.x ?? 0) > 200)
        let far = PixelRect(x: .min, y: .min, width: .max, height: .max)
        #expect(right.share(of: far) >= 0)
    }

    @Test("Glare in a region that was cut out and reduced is found at its place in the whole")
    func placed() throws {
        var light = DrawnLight()
        light.shine(x: 200, y: 100, radius: 40)
        let glare = GlareFinder.find(in: light.color)
        let whole = glare.placed(x: 30, y: 50, scale: 3)
        let (box, far) = (try #require(glare.box), try #require(whole.box))
        #expect(far.x == 3 * (box.x + 30) && far.y == 3 * (box.y + 50))
        #expect(far.width == 3 * box.width && far.height == 3 * box.height)
        #expect(whole.area == glare.area && whole.strength == glare.strength && whole.blobs == [far])
        for side in [1, 7, 40, 90] {
            for (x, y) in [(195, 95), (150, 100), (230, 60), (-20, 0), (300, 220)] {
                let here = glare.share(of: PixelRect(x: x, y: y, width: side, height: 2 * side))
                let there = PixelRect(x: 3 * (x + 30), y: 3 * (y + 50), width: 3 * side, height: 6 * side)
                #expect(abs(whole.share(of: there) - here) < 1e-9)
            }
        }
    }

    @Test("A large picture has the same glare as a small copy, although fewer of its pixels are examined")
    func large() {
        for scale in [2, 4, 8] {
            var (small, large) = (DrawnLight(noise: 6), DrawnLight(width: 320 * scale, height: 240 * scale, noise: 6))
            small.shine(x: 200, y: 100, radius: 45)
            large.shine(x: 200 * scale, y: 100 * scale, radius: 45 * scale)
            let (one, other) = (GlareFinder.find(in: small.color), GlareFinder.find(in: large.color))
            #expect(abs(one.area - other.area) < 0.01 && abs(one.strength - other.strength) < 0.05)
        }
    }

    @Test("A picture of a few pixels has no glare")
    func tiny() {
        for size in 0..<8 {
            let image = ColorImage(GrayImage(width: size, height: size, filledWith: 255))
            #expect(GlareFinder.find(in: image) == .none)
        }
    }
}
