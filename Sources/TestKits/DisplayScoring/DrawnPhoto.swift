package import DisplayGenerator
package import PhotoReading
package import Pixels
internal import SeededRandom

/// A drawn photo and the requests for it.
package struct DrawnPhoto: Sendable {
    /// A request and its expected answer.
    package struct Case: Sendable {
        /// The request, with the display's box or without.
        package let request: RecognitionRequest
        /// The truth about the display.
        package let truth: DisplayTruth
    }

    /// The longer sides of the photos, used in turn.
    private static let sides = [640, 480, 960]

    /// The drawn display.
    package let drawn: DrawnDisplay

    /// Draws a scene.
    ///
    /// - Parameters:
    ///   - kind: The kind of device; nil lets the seed choose.
    ///   - mayRefuse: Whether the seed may choose a photo without a reading.
    ///   - family: How the device is built; nil lets the seed choose.
    package init(
        kind: DisplayGenerator.DisplayKind? = nil,
        band: DisplayBand,
        seed: UInt64,
        mayRefuse: Bool = true,
        family: DeviceFamily? = nil
    ) {
        let scene = DisplayScene(kind: kind, band: band, seed: seed, mayRefuse: mayRefuse, family: family)
        drawn = scene.draw(side: Self.sides[Int(seed % 3)])
    }

    /// Draws a meter that shows a number that is not a value of its kind, although a part of it looks like one.
    package init(foreign seed: UInt64, band: DisplayBand) {
        let kinds: [DisplayGenerator.DisplayKind] = [
            .glucoseMeter, .thermometer, .weightScale, .bloodPressure, .pulseOximeter,
        ]
        let kind = kinds[Int(seed % 5)]
        drawn = DisplayScene(kind: kind, band: band, seed: seed, refusal: .foreign)
            .draw(side: Self.sides[Int(seed / 5 % 3)])
    }

    /// Draws a scene with the camera turned by any angle, which the seed chooses.
    package init(turned seed: UInt64, band: DisplayBand) {
        let scene = DisplayScene(band: band, seed: seed, mayRefuse: true, turn: .exactly(degrees: Self.turn(seed)))
        drawn = scene.draw(side: Self.sides[Int(seed % 3)])
    }

    /// Draws a large photo from far away, in which the display is small.
    package init(far seed: UInt64, band: DisplayBand, mayRefuse: Bool = true) {
        drawn = DisplayScene(band: band, seed: seed, framing: .far, mayRefuse: mayRefuse, turn: .upright)
            .draw(side: Self.farSide)
    }

    /// The longer side of photos from far away, in pixels: the display has some 80 to 160 of them.
    private static let farSide = 1_600

    /// An angle from 0 to below 360 degrees, evenly spread over the seeds.
    private static func turn(_ seed: UInt64) -> Double {
        var random = SplitMix64(seed: seed, stream: 7)
        return Double.random(in: 0..<360, using: &random)
    }

    /// The request for the whole photo and, if there is a display, for its box as given by the overlay's frame.
    package var cases: [Case] {
        let boxes: [PixelRect?] = [nil] + (drawn.display.map { [$0.bounds] } ?? [])
        return boxes.map { Self.ask(drawn, box: $0) }
    }

    /// The request for the display's box, rotated like the display; nil without a display.
    package var tilted: Case? {
        drawn.display.map { display in
            var upright = display
            upright.angle = 0
            return Self.ask(drawn, box: upright.bounds, boxAngle: display.angle)
        }
    }

    /// Makes the request for a drawn display.
    package static func ask(_ drawn: DrawnDisplay, box: PixelRect?, boxAngle: Double = 0) -> Case {
        let truth = DisplayTruth(drawn, isFramed: box != nil)
        return Case(request: RecognitionRequest(truth, box: box, boxAngle: boxAngle), truth: truth)
    }
}

extension ColorImage {
    /// Returns the image with the reflection of a lamp: a white spot with a soft edge.
    package func withSpot(at center: Point, radius: Double) -> ColorImage {
        var pixels = self.pixels
        for place in 0..<width * height {
            let (x, y) = (Double(place % width) - center.x, Double(place / width) - center.y)
            let share = min(max(1.6 - 1.4 * (x * x + y * y).squareRoot() / radius, 0), 1)
            for channel in 3 * place..<3 * place + 3 {
                pixels[channel] += UInt8(Double(255 - pixels[channel]) * share)
            }
        }
        return ColorImage(width: width, height: height, pixels: pixels) ?? self
    }
}
