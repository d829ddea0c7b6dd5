package import DisplayGenerator
package import PhotoReading
package import Pixels

/// A drawn photo and how a reader is asked for it.
package struct DrawnPhoto: Sendable {
    /// What is asked, and what is to be answered.
    package struct Case: Sendable {
        /// The request, with the display's box or without.
        package let request: RecognitionRequest
        /// What the display shows.
        package let truth: DisplayTruth
    }

    /// The longer sides of photos in turns.
    private static let sides = [640, 480, 960]

    /// What was drawn.
    package let drawn: DrawnDisplay

    /// Draws a scene.
    ///
    /// - Parameters:
    ///   - kind: What the device measures; nil for one that the seed chooses.
    ///   - mayRefuse: Whether the seed may choose a photo without a reading.
    package init(
        kind: DisplayGenerator.DisplayKind? = nil,
        band: DisplayBand,
        seed: UInt64,
        mayRefuse: Bool = true
    ) {
        let scene = DisplayScene(kind: kind, band: band, seed: seed, mayRefuse: mayRefuse)
        drawn = scene.draw(side: Self.sides[Int(seed % 3)])
    }

    /// The whole photo, and the display's box as the overlay's frame gives it, where there is a display.
    package var cases: [Case] {
        let boxes: [PixelRect?] = [nil] + (drawn.display.map { [$0.bounds] } ?? [])
        return boxes.map { Self.ask(drawn, box: $0) }
    }

    /// Asks for what was drawn.
    package static func ask(_ drawn: DrawnDisplay, box: PixelRect?) -> Case {
        let truth = DisplayTruth(drawn, isFramed: box != nil)
        return Case(request: RecognitionRequest(truth, box: box), truth: truth)
    }
}

extension ColorImage {
    /// The image with a lamp's reflection: a white spot with a soft edge.
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
