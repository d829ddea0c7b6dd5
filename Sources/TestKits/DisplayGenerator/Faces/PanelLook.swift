/// The appearance of a display's glass and ink.
struct PanelLook: Sendable {
    var isLit: Bool
    var background: Double
    var foreground: Double
    /// The change of the foreground level from left to right.
    var drift: Double
    /// The shadow of the ink on the layer below: its darkness, and its offset in digit heights.
    var shadow: Double
    var shadowX: Double
    var shadowY: Double
    var tint: UInt8
    var edge: Double
    var bezel: Double
    var bezelMargin: Double
    var corner: Double
    /// The tint of its ink, if it differs from the glass's.
    var ink: UInt8?
    /// The other colours of its ink, each with its brightness relative to the foreground, and its tint.
    var lamps: [(ratio: Double, tint: UInt8)] = []
    /// The amount of light that lit ink spreads around it.
    var bloom: Double

    init(_ dice: inout Dice, kind: DisplayKind, band: DisplayBand) {
        let lit = [.pulseOximeter: 0.45, .weightScale: 0.25, .bloodPressure: 0.1][kind] ?? 0.12
        isLit = dice.chance(lit)
        if isLit {
            background = dice.number(0.02, high: 0.22)
            foreground = background + dice.number(band == .hard ? 0.14 : 0.3, high: 0.95)
        } else {
            background = dice.pick([
                dice.number(0.25, high: 0.55), dice.number(0.4, high: 0.75), dice.number(0.7, high: 1),
            ])
            let faint = band == .hard ? dice.number(0.5, high: 0.86) : dice.number(0.3, high: 0.7)
            foreground = background * dice.pick([dice.number(0.05, high: 0.3), dice.number(0.15, high: 0.45), faint])
        }
        drift = dice.number(-0.12, high: 0.12)
        shadow = !isLit && dice.chance(0.4) ? dice.number(0.05, high: 0.35) : 0
        shadowX = dice.number(-0.08, high: 0.08)
        shadowY = dice.number(0, high: 0.08)
        tint = isLit ? dice.pick(Tint.lamps) : dice.pick(Tint.lcd)
        edge = dice.chance(0.6) ? dice.number(0.05, high: 0.4) : 0
        bezel = dice.pick([dice.number(0.02, high: 0.2), dice.number(0.2, high: 0.6), dice.number(0.6, high: 0.95)])
        bezelMargin = dice.pick([0, dice.number(1, high: 5), dice.number(4, high: 18)])
        corner = dice.pick([0, 2, dice.number(2, high: 14)])
        bloom = isLit && dice.chance(0.5) ? dice.number(0.1, high: 0.8) : 0
    }
}
