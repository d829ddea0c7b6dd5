import Pixels

/// Detects digits whose unlit segments shine through next to lit ones, for example behind the dark glass of LED
/// displays.
///
/// The reader's network takes each for an eight, and reads `848` for 48.
///
/// A lit digit must never count as unlit. So an unlit digit must have the bars and holes of an eight, next to a digit
/// that is lit in the same tone, dark or light. Each digit of the row must be either about as strong as the strongest
/// or much fainter, on the same ground, because a shadow or a veil of light changes the ground, too.
struct UnlitEights {
    /// The maximum contrast of an unlit digit and the minimum of a lit one, in shares of the strongest digit's.
    private static let contrast = (unlit: 0.45, lit: 0.65)
    /// The maximum difference between a lit digit's ground and the unlit one's, in shares of the strongest digit's
    /// contrast.
    private static let ground = 0.25
    /// The same for the gaps between digits, into which bright strokes blur.
    private static let gap = 0.5
    /// The half-width around a character's middle that may show unlit strokes, in heights of the row.
    private static let reach = 0.45

    private let crop: GrayImage
    private let lines: Range<Int>
    private let unlit: [EightProfile]
    /// The contrast of the strongest digit, in grey levels.
    private let strongest: Double

    /// Searches for unlit digits among a string's characters; nil if there are none.
    init?(of string: [UInt8], in crop: ReadCrop) {
        guard let places = CharacterPlaces(of: string, in: crop) else { return nil }
        (self.crop, lines) = (crop.image, places.lines)
        let digits = places.digits.compactMap { DigitTone(at: places.centers[$0], lines: places.lines, in: crop.image) }
        let eights = places.digits.filter { places.characters[$0] == "8" }
            .compactMap { EightProfile(at: places.centers[$0], lines: places.lines, in: crop.image) }
        guard digits.count == places.digits.count, let first = eights.min(by: { $0.contrast < $1.contrast }) else {
            return nil
        }
        let contrasts = digits.map { first.contrast(of: $0) }
        let strongest = contrasts.max() ?? 0
        self.strongest = strongest
        let isLit = contrasts.map { $0 >= Self.contrast.lit * strongest }
        unlit = eights.filter { eight in
            eight.isDark == first.isDark && eight.contrast <= Self.contrast.unlit * strongest
                && zip(digits, isLit).contains { digit, isLit in
                    isLit && abs(digit.ground(isDark: eight.isDark) - eight.ground) <= Self.ground * strongest
                }
        }
        guard !unlit.isEmpty, isLit.count(where: \.self) + unlit.count == digits.count,
            Self.gaps(places, in: crop.image).allSatisfy({ abs($0 - first.ground) <= Self.gap * strongest })
        else { return nil }
    }

    /// The levels between neighbouring digits, which must equal the unlit one's ground; otherwise apparent lit strokes
    /// are ground.
    private static func gaps(_ places: CharacterPlaces, in crop: GrayImage) -> [Double] {
        zip(places.digits, places.digits.dropFirst()).map { left, right in
            let middle = Int((places.centers[left] + places.centers[right]) / 2)
            let levels = places.lines.flatMap { line in (middle - 1...middle + 1).map { crop[$0, line] } }.sorted()
            return Double(levels[levels.count / 2])
        }
    }

    /// The crop with the unlit strokes replaced by the ground.
    var removed: GrayImage {
        var pixels = crop.pixels
        let reach = Self.reach * Double(lines.count)
        for digit in unlit {
            let columns = max(Int(digit.center - reach), 0)..<min(Int(digit.center + reach) + 1, crop.width)
            for place in (0..<crop.height).flatMap({ line in columns.map { line * crop.width + $0 } }) {
                let ink = digit.contrast(at: Double(pixels[place]))
                // A lit neighbour's strokes may extend into this digit.
                if ink > 0, ink < Self.contrast.lit * strongest { pixels[place] = UInt8(digit.ground) }
            }
        }
        return GrayImage(width: crop.width, height: crop.height, pixels: pixels) ?? crop
    }
}

/// The grey levels around a digit's middle, whatever its shape.
private struct DigitTone {
    /// The half-width of the sampled columns, in heights of the row.
    private static let reach = 0.3
    /// The shares of pixels beyond the strokes' level, and beyond the ground's.
    private static let beyond = (stroke: 0.1, ground: 0.15)

    /// The grey levels in ascending order.
    private let levels: [UInt8]

    init?(at center: Double, lines: Range<Int>, in crop: GrayImage) {
        let reach = Self.reach * Double(lines.count)
        let columns = max(Int(center - reach), 0)...max(min(Int(center + reach), crop.width - 1), 0)
        levels = lines.flatMap { line in columns.map { crop[$0, line] } }.sorted()
        guard !levels.isEmpty else { return nil }
    }

    func stroke(isDark: Bool) -> Double { level(isDark ? Self.beyond.stroke : 1 - Self.beyond.stroke) }

    func ground(isDark: Bool) -> Double { level(isDark ? 1 - Self.beyond.ground : Self.beyond.ground) }

    private func level(_ share: Double) -> Double { Double(levels[Int(share * Double(levels.count - 1))]) }
}

/// An eight's levels down its middle: three bars and two holes.
private struct EightProfile {
    /// The positions of the bars and holes, in shares of the height.
    private static let bars = [-0.06...0.2, 0.38...0.62, 0.8...1.06]
    private static let holes = [0.2...0.4, 0.6...0.8]
    /// The half-width of the sampled columns, in heights of the row; they are within the bars of slanted digits, too.
    private static let reach = 0.08

    let center: Double
    let isDark: Bool
    /// The level of the holes.
    let ground: Double
    /// The contrast of the bars against the ground.
    let contrast: Double

    /// Measures a profile; nil unless all bars stand out to the same side.
    init?(at center: Double, lines: Range<Int>, in crop: GrayImage) {
        let (height, reach) = (Double(lines.count), Self.reach * Double(lines.count))
        let columns = Int(center - reach)...Int(center + reach)
        func levels(_ part: ClosedRange<Double>) -> [Double] {
            let lines =
                lines.lowerBound + Int(part.lowerBound * height)...lines.lowerBound + Int(part.upperBound * height)
            return lines.map { line in columns.reduce(0) { $0 + Double(crop[$1, line]) } / Double(columns.count) }
        }
        let (bars, holes) = (Self.bars.map(levels), Self.holes.map(levels))
        let light = (bars: bars.map { $0.max() ?? 0 }, holes: holes.map { $0.min() ?? 0 })
        let dark = (bars: bars.map { $0.min() ?? 0 }, holes: holes.map { $0.max() ?? 0 })
        let rise = (light.bars.min() ?? 0) - (light.holes.max() ?? 0)
        let fall = (dark.holes.min() ?? 0) - (dark.bars.max() ?? 0)
        guard max(rise, fall) > 0 else { return nil }
        isDark = fall > rise
        let own = isDark ? dark : light
        self.center = center
        ground = own.holes.reduce(0, +) / Double(own.holes.count)
        contrast = abs(own.bars.reduce(0, +) / Double(own.bars.count) - ground)
    }

    /// The contrast of a level against this digit's ground, in the direction of its bars.
    func contrast(at level: Double) -> Double { isDark ? ground - level : level - ground }

    /// The contrast of another digit's strokes against this digit's ground.
    func contrast(of digit: DigitTone) -> Double { contrast(at: digit.stroke(isDark: isDark)) }
}
