/// The look of a display's seven-segment digits; lengths in digit heights.
struct SegmentStyle: Sendable {
    var width: Double
    var stroke: Double
    var gap: Double
    var bevel: Double
    var end: SegmentEnd
    /// The shift of a digit's top to the right.
    var slant: Double
    var spacing: Double
    var hasLongSeven: Bool
    var hasShortSix: Bool
    var hasShortNine: Bool
    var hasNarrowOne: Bool
    var dot: Double
    var hasRoundDot: Bool
    /// Whether the decimal point has its own cell instead of sitting between two digits.
    var hasDotCell: Bool
    /// The distance of the decimal point below the digits.
    var dotDrop: Double
    /// The ink of unlit segments.
    var ghost: Double
    var unevenness: Double
    /// The size of the digit after the decimal point, and whether it is aligned to the top.
    var lastSize: Double
    var isLastRaised: Bool
    /// The length of a minus sign.
    var minus: Double
    /// The number of leading cells without lit segments.
    var blanks: Int

    init(_ dice: inout Dice, band: DisplayBand) {
        width = dice.chance(0.12) ? dice.number(0.34, high: 0.44) : dice.number(0.42, high: 0.68)
        stroke = dice.pick([dice.number(0.07, high: 0.12), dice.number(0.1, high: 0.16), dice.number(0.14, high: 0.21)])
        gap = dice.pick([0, 0.006, 0.015, 0.03, 0.05])
        bevel = dice.number(0.3, high: 1)
        // Strokes too thick for their cell would turn bars into dots.
        stroke = min(stroke, width * 0.3)
        gap = min(gap, (width - 2 * stroke) * 0.14)
        end = dice.pick([.pointed, .pointed, .mitred, .mitred, .straight])
        slant = dice.pick([0, 0, dice.number(0.03, high: 0.14), dice.number(0.08, high: 0.25)])
        spacing = dice.pick([dice.number(0.06, high: 0.16), dice.number(0.1, high: 0.26), dice.number(0.2, high: 0.38)])
        hasLongSeven = dice.chance(0.42)
        hasShortSix = dice.chance(0.1)
        hasShortNine = dice.chance(0.1)
        hasNarrowOne = dice.chance(0.12)
        dot = dice.pick([dice.number(0.06, high: 0.1), dice.number(0.08, high: 0.14), dice.number(0.12, high: 0.19)])
        hasRoundDot = dice.chance(0.45)
        hasDotCell = dice.chance(0.4)
        dotDrop = dice.chance(0.25) ? dice.number(0, high: 0.08) : 0
        ghost = dice.pick([0, 0, 0, dice.number(0.01, high: 0.06), dice.number(0.02, high: 0.12)])
        if band == .hard { ghost *= 1.6 }
        unevenness = dice.pick([0, 0, dice.number(0.05, high: band == .hard ? 0.5 : 0.3)])
        lastSize = dice.pick([1, 1, 1, 1, dice.number(0.5, high: 0.8)])
        isLastRaised = dice.chance(0.3)
        minus = dice.pick([1, 1, 0.75, 0.55])
        blanks = dice.chance(0.25) ? dice.whole(1, high: 2) : 0
    }
}
