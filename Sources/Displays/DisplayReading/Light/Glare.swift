package import Pixels

/// What a reflection hides of a display.
package struct Glare: Sendable, Hashable {
    /// The share of the display that it covers, 0…1.
    package let area: Double
    /// How far the covered part is above the display's own background, 0…1: 1 is white without any trace of what lies
    /// below.
    package let strength: Double
    /// The smallest upright box round all of it, in pixels of the picture; nil where there is none.
    package let box: PixelRect?
    /// The separate patches, largest first, each as its box in pixels of the picture; at most ``maximumBlobs``.
    package let blobs: [PixelRect]
    /// Which parts are covered.
    let grid: GlareGrid?

    /// The most patches that are told apart.
    package static let maximumBlobs = 16

    /// No glare.
    package static let none = Glare(area: 0, strength: 0, box: nil, blobs: [], grid: nil)

    init(area: Double, strength: Double, box: PixelRect?, blobs: [PixelRect], grid: GlareGrid?) {
        (self.area, self.strength, self.box, self.blobs, self.grid) = (area, strength, box, blobs, grid)
    }

    /// The share of a box (pixels of the picture) that is covered, 0…1.
    package func share(of box: PixelRect) -> Double {
        grid?.share(of: box) ?? 0
    }

    /// The same in the picture that its own was cut out of and reduced from.
    ///
    /// - Parameters:
    ///   - x: How far the own picture's left side is from the other's, in the own one's pixels.
    ///   - y: The same of the upper side.
    ///   - scale: How many of the other's pixels one of the own is along a side, 1 or more.
    package func placed(x: Int, y: Int, scale: Int) -> Glare {
        Glare(
            area: area,
            strength: strength,
            box: box?.placed(x: x, y: y, scale: scale),
            blobs: blobs.map { $0.placed(x: x, y: y, scale: scale) },
            grid: grid?.placed(x: x, y: y, scale: scale)
        )
    }
}

extension Glare {
    /// From this share on of a character's place beside a row glare may hide one there: less leaves something to see.
    private static let hiddenBeside = 0.5

    /// The share of a value that is covered, 0…1, or of a place beside it that may hide a further digit.
    package func share(of measurement: DisplayMeasurement) -> Double {
        let beside = measurement.placesBeside.map { share(of: $0.bounds) }.filter { $0 >= Self.hiddenBeside }
        return max(share(of: measurement.box.bounds), beside.max() ?? 0)
    }
}
