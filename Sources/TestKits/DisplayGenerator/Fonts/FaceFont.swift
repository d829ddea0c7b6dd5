internal import Pixels

/// A style in which displays form digits.
enum FaceFont: Sendable {
    case segments(SegmentFont)
    case dots(DotFont)
    case strokes(StrokeFont)
    case sans(SansFont)

    init(_ dice: inout Dice, band: DisplayBand) {
        switch dice.weighted([0.8, 0.12, 0.08]) {
        case 0: self = .segments(SegmentFont(style: SegmentStyle(&dice, band: band)))
        case 1: self = .dots(DotFont(&dice))
        default: self = .strokes(StrokeFont(&dice, isDisplay: true))
        }
    }

    /// Draws a text as polygons.
    func draw(_ text: String, using dice: inout Dice) -> GlyphRun {
        switch self {
        case .segments(let font): font.draw(text, using: &dice)
        case .dots(let font): font.draw(text)
        case .strokes(let font): font.draw(text)
        case .sans(let font): font.draw(text)
        }
    }

    /// The variant for small texts: without ghost segments, and with digits of one size.
    var small: FaceFont {
        guard case .segments(let font) = self else { return self }
        var style = font.style
        style.ghost = 0
        style.lastSize = 1
        style.blanks = 0
        return .segments(SegmentFont(style: style))
    }
}

/// A text drawn as polygons, its digits from y = 0 to y = 1.
struct GlyphRun: Sendable {
    /// The lit and the faint shapes.
    var shapes: [Shape] = []
    /// The left and right end of the lit shapes.
    private(set) var left = 0.0
    private(set) var right = 0.0
    /// The size of its decimal points; 0 if there are none.
    var point = 0.0
    /// The centres of its decimal points.
    var points: [Point] = []
    private var isLit = false

    /// The width of the lit shapes.
    var width: Double { right - left }

    /// Adds a lit polygon.
    mutating func light(_ points: [Point], ink: Double = 1) {
        shapes.append(Shape(points, paint: .ink(Float(ink))))
        for point in points {
            left = isLit ? min(left, point.x) : point.x
            right = isLit ? max(right, point.x) : point.x
            isLit = true
        }
    }

    /// Adds a faint polygon, which does not affect the extent.
    mutating func ghost(_ points: [Point], ink: Double) {
        if ink > 0.004 { shapes.append(Shape(points, paint: .ink(Float(ink)))) }
    }

    /// The shapes placed with a digit height; `x` is the left end of the lit shapes.
    func placed(x: Double, y: Double, height: Double) -> [Shape] {
        shapes.map { $0.moved(x - left * height, y: y, scale: height) }
    }
}
