/// The glass and ink of the families of devices.
extension PanelLook {
    /// Applies the look of a family's displays.
    mutating func dress(as family: DeviceFamily, band: DisplayBand, using dice: inout Dice) {
        switch family {
        case .screenOximeter: screen(&dice)
        case .diodeOximeter: diodes(&dice)
        case .infraredThermometer: backlight(&dice, band: band)
        case .kitchenScale, .floorScale: scale(&dice, band: band)
        case .darkCuff:
            light(dice.pick([0, 0, 0, 5, Tint.cyan]), dark: dice.number(0.01, high: 0.12), using: &dice)
            if dice.chance(0.7) { (bezel, bezelMargin) = (dice.number(0.01, high: 0.12), dice.number(4, high: 18)) }
        case .stickThermometer: if isLit { backlight(&dice, band: band) }
        default: break
        }
    }

    private mutating func light(_ tint: UInt8, dark: Double, using dice: inout Dice) {
        isLit = true
        self.tint = tint
        background = dark
        foreground = dice.number(0.55, high: 1)
        shadow = 0
        bloom = dice.chance(0.6) ? dice.number(0.05, high: 0.5) : 0
    }

    /// Two colours for the values, one for bars and curve, and the ink's own for names and signs.
    private mutating func screen(_ dice: inout Dice) {
        light(0, dark: dice.number(0.005, high: 0.06), using: &dice)
        let colors: [(level: Double, tint: UInt8)] = [
            (0.95, 0), (0.82, Tint.yellow), (0.7, Tint.cyan), (0.62, Tint.green), (0.4, Tint.red), (0.38, Tint.blue),
        ]
        let first = dice.whole(0, high: colors.count - 1)
        let second = dice.chance(0.2) ? first : dice.whole(0, high: colors.count - 1)
        let chosen = [colors[first], colors[second], dice.pick(colors)]
        let plain = dice.pick([colors[0], colors[0], dice.pick(colors)])
        ink = plain.tint
        foreground = plain.level * dice.number(0.7, high: 1.05)
        lamps = chosen.map { (ratio: $0.level / plain.level, tint: $0.tint) }
        drift = 0
        bezel = dice.number(0.01, high: 0.1)
        bezelMargin = dice.number(3, high: 14)
        edge = 0
    }

    private mutating func diodes(_ dice: inout Dice) {
        let tint = dice.pick([Tint.red, Tint.red, Tint.red, Tint.red, Tint.green, Tint.blue, 0])
        light(tint, dark: dice.number(0.02, high: 0.2), using: &dice)
        foreground = dice.number(0.4, high: 1)
        lamps = [
            (dice.number(0.5, high: 1.2), dice.pick([0, tint])),
            (dice.number(0.6, high: 1.1), dice.pick([0, 0, tint])),
        ]
        bezel = dice.number(0.01, high: 0.1)
        bezelMargin = dice.number(1, high: 9)
        edge = 0
    }

    /// Dark digits before a coloured light, or bright ones before a dark glass.
    private mutating func backlight(_ dice: inout Dice, band: DisplayBand) {
        if dice.chance(0.28) {
            light(
                dice.pick([0, 0, Tint.green, Tint.cyan, 9, Tint.red]),
                dark: dice.number(0.01, high: 0.15),
                using: &dice
            )
            return
        }
        isLit = false
        tint = dice.pick(Tint.backlights)
        background = dice.number(0.3, high: 0.95)
        foreground = background * dice.number(0.03, high: band == .hard ? 0.6 : 0.4)
        shadow = 0
        edge = dice.number(0, high: 0.2)
    }

    private mutating func scale(_ dice: inout Dice, band: DisplayBand) {
        switch dice.weighted([0.35, 0.22, 0.15, 0.28]) {
        case 0:
            light(0, dark: dice.number(0.06, high: 0.32), using: &dice)
            (tint, ink) = (dice.pick([Tint.blue, 24, 5]), 0)
        case 1: light(dice.pick([Tint.red, 0, 0, Tint.green]), dark: dice.number(0.005, high: 0.12), using: &dice)
        case 2: backlight(&dice, band: band)
        default: break
        }
    }
}
