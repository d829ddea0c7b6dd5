internal import DisplayGenerator
internal import Leptonica
package import VitalRecords

/// A drawn photo of a cuff's display, and what it shows.
package struct DisplayPhoto: Sendable {
    /// The photo, JPEG.
    package let jpeg: [UInt8]
    /// What the display shows.
    package let truth: [Measurement]

    private static let metrics: [String: (MetricName, String)] = [
        "sys": (.systolic, "mm[Hg]"), "dia": (.diastolic, "mm[Hg]"), "pul": (.pulse, "/min"),
    ]

    /// The kinds of photos that show no reading, as ``init(without:seed:)`` takes them.
    package static let refusals = DisplayRefusal.allCases.map(\.rawValue)

    /// Draws a photo that shows no reading, of one of ``refusals``; equal seeds make equal photos,
    /// those over 3 with more trouble.
    ///
    /// - Throws: What the JPEG's writer throws.
    package init(without kind: String, seed: UInt64) throws {
        let refusal = DisplayRefusal(rawValue: kind)
        let band = seed > 3 ? DisplayBand.medium : .easy
        let scene = DisplayScene(kind: .bloodPressure, band: band, seed: seed, framing: .display, refusal: refusal)
        jpeg = try Leptonica.ImageFile.jpeg(scene.draw(side: 640).color, quality: 90)
        truth = []
    }

    /// Draws a photo that is no trouble to read; equal seeds make equal photos.
    ///
    /// - Throws: What the JPEG's writer throws.
    package init(seed: UInt64) throws {
        let drawn = DisplayScene(kind: .bloodPressure, band: .easy, seed: seed, framing: .display).draw(side: 900)
        jpeg = try Leptonica.ImageFile.jpeg(drawn.color, quality: 90)
        truth = drawn.expected.compactMap { key, value in
            guard let (metric, unit) = Self.metrics[key], let number = DecimalNumber(value) else { return nil }
            return Measurement(metric: metric, value: number, unit: unit)
        }
    }
}
