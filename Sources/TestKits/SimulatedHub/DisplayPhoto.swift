internal import DisplayGenerator
internal import Leptonica
internal import Pixels
package import VitalRecords

/// A drawn photo of a cuff's display, and its true values.
package struct DisplayPhoto: Sendable {
    /// The photo as JPEG.
    package let jpeg: [UInt8]
    /// The true values of the display.
    package let truth: [Measurement]

    private static let metrics: [String: (MetricName, String)] = [
        "sys": (.systolic, "mm[Hg]"), "dia": (.diastolic, "mm[Hg]"), "pul": (.pulse, "/min"),
    ]

    /// The kinds of photos without a reading, as accepted by ``init(without:seed:)``.
    package static let refusals = DisplayRefusal.allCases.map(\.rawValue)

    /// Draws a photo without a reading, of one of ``refusals``; equal seeds give equal photos, and those over 3 more
    /// difficult ones.
    ///
    /// - Throws: Any error in writing the JPEG.
    package init(without kind: String, seed: UInt64) throws {
        let refusal = DisplayRefusal(rawValue: kind)
        let band = seed > 3 ? DisplayBand.medium : .easy
        let scene = DisplayScene(
            kind: .bloodPressure,
            band: band,
            seed: seed,
            framing: .display,
            refusal: refusal,
            family: .plain
        )
        jpeg = try ImageFile.jpeg(scene.draw(side: 640).color, quality: 90)
        truth = []
    }

    /// Draws a display hidden by a reflection: almost half of the picture is clipped.
    ///
    /// - Throws: Any error in writing the JPEG.
    package static func underGlare() throws -> [UInt8] {
        let (width, height) = (640, 480)
        let pixels = (0..<height).flatMap { row in
            (0..<width).flatMap { column in
                let isClipped = abs(column - width / 2) < width * 35 / 100 && abs(row - height / 2) < height * 35 / 100
                return [UInt8](repeating: isClipped ? 255 : 110, count: 3)
            }
        }
        guard let image = ColorImage(width: width, height: height, pixels: pixels) else { return [] }
        return try ImageFile.jpeg(image, quality: 90)
    }

    /// Draws an easily legible photo, or a hard one, whose reading usually needs a person's check; equal seeds give
    /// equal photos.
    ///
    /// - Throws: Any error in writing the JPEG.
    package init(seed: UInt64, isHard: Bool = false) throws {
        let band = isHard ? DisplayBand.hard : .easy
        let scene = DisplayScene(kind: .bloodPressure, band: band, seed: seed, framing: .display, family: .plain)
        let drawn = scene.draw(side: 900)
        jpeg = try ImageFile.jpeg(drawn.color, quality: 90)
        truth = drawn.expected.compactMap { key, value in
            guard let (metric, unit) = Self.metrics[key], let number = DecimalNumber(value) else { return nil }
            return Measurement(metric: metric, value: number, unit: unit)
        }
    }
}
