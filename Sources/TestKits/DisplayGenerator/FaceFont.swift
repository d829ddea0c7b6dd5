/// One of the ways in which displays form their digits.
enum FaceFont: Sendable {
    case segments(SegmentFont)
    case dots(DotFont)
    case strokes(StrokeFont)

    init(_ dice: inout Dice, band: DisplayBand) {
        switch dice.weighted([0.8, 0.12, 0.08]) {
        case 0: self = .segments(SegmentFont(style: SegmentStyle(&dice, band: band)))
        case 1: self = .dots(DotFont(&dice))
        default: self = .strokes(StrokeFont(&dice, isDisplay: true))
        }
    }

    /// A text as polygons.
    func draw(_ text: String, _ dice: inout Dice) -> GlyphRun {
        switch self {
        case .segments(let font): font.draw(text, &dice)
        case .dots(let font): font.draw(text)
        case .strokes(let font): font.draw(text)
        }
    }

    /// The same for small texts: without ghosts and with digits of one size.
    var small: FaceFont {
        guard case .segments(let font) = self else { return self }
        var style = font.style
        style.ghost = 0
        style.lastSize = 1
        style.blanks = 0
        return .segments(SegmentFont(style: style))
    }
}
