import DisplayReading
import Pixels
import Testing

@Suite("Whether a picture can be read")
struct PictureQualityTests {
    @Test("A sharp display has no fault, with noise and with a small reflection")
    func good() {
        for noise in [0, 5, 15] {
            var light = DrawnLight(noise: noise)
            #expect(PictureQuality(light.color.gray).fault() == nil)
            light.shine(x: 60, y: 40, radius: 30)
            #expect(PictureQuality(light.color.gray).fault(glare: GlareFinder.find(in: light.color)) == nil)
        }
    }

    @Test("Blur lowers the sharpness step by step until it is a fault, at any contrast and noise")
    func blurred() {
        for (background, ink) in [(150, 40), (120, 90), (30, 220)] as [(UInt8, UInt8)] {
            var light = DrawnLight(background: background, ink: ink)
            var last = PictureQuality(light.color.gray).sharpness
            for radius in [1, 2, 4, 8] {
                light.blur(radius)
                let quality = PictureQuality(light.color.gray)
                #expect(quality.sharpness < last || quality.sharpness == 0)
                last = quality.sharpness
            }
            #expect(PictureQuality(light.color.gray).fault() == .blurred)
        }
    }

    @Test("A dark picture is unreadable, and so is one under a reflection that covers everything")
    func lightless() {
        let dark = PictureQuality(DrawnLight(background: 9, ink: 3, noise: 4).color.gray)
        #expect(dark.fault() == .tooDark && dark.mean < 12)
        // White digits on black have a dark mean but are easy to read.
        #expect(PictureQuality(DrawnLight(background: 4, ink: 240).color.gray).fault() == nil)
        var hidden = DrawnLight(background: 90)
        hidden.fill(PixelRect(x: 40, y: 30, width: 250, height: 100), 255)
        hidden.fill(PixelRect(x: 60, y: 130, width: 120, height: 80), 255)
        let glare = GlareFinder.find(in: hidden.color)
        #expect(PictureQuality(hidden.color.gray).clippedBright > 0.3)
        #expect(glare.area > 0.35)
    }

    @Test("A picture of a few pixels, or of a single grey, has quality values too")
    func tiny() {
        for size in [0, 1, 2, 3, 500] {
            let quality = PictureQuality(GrayImage(width: size, height: size, filledWith: 128))
            #expect(quality.sharpness == 0 && quality.contrast == 0)
            #expect(quality.fault() == .blurred || size == 0)
        }
    }

    @Test("Examining a display is quick")
    func quick() {
        let light = DrawnLight(width: 640, height: 480, noise: 8)
        let (color, gray) = (light.color, light.color.gray)
        var area = 0.0
        let time = ContinuousClock().measure {
            for _ in 0..<20 {
                let glare = GlareFinder.find(in: color)
                area += glare.area + PictureQuality(gray).sharpness
            }
        }
        #expect(area.isFinite && time / 20 < .seconds(1))
    }
}
