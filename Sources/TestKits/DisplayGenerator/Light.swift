/// Light, lens and camera of a photo.
struct Light: Sendable {
    var gain: Double
    var slopeX: Double
    var slopeY: Double
    /// Edges of shadows: direction, place, softness and depth, in a photo whose longer side is 1.
    var shadows: [(angle: Double, place: Double, softness: Double, depth: Double)] = []
    /// Reflections, each in the plane of a display.
    var glares: [Glare] = []
    /// Blur of the lens and path of the hand, in heights of a digit.
    var blur: Double
    var motionX: Double
    var motionY: Double
    var gamma: Double
    var noise: Double
    var sharpening: Double
    /// 0 for no loss, else 1 (coarse) to 100.
    var quality: Int
    var seed: UInt64

    init(_ dice: inout Dice, band: DisplayBand, refusal: DisplayRefusal?) {
        let isEasy = band == .easy
        let isHard = band == .hard
        gain =
            isEasy
            ? dice.number(0.8, 1.1)
            : dice.chance(isHard ? 0.3 : 0.12)
                ? dice.scale(0.12, 0.6)
                : dice.chance(0.06) ? dice.number(1.3, 1.9) : dice.number(0.65, 1.25)
        let slope = isEasy ? 0.1 : isHard ? 0.6 : 0.4
        slopeX = dice.number(-slope, slope)
        slopeY = dice.number(-slope, slope)
        for _ in 0..<(isEasy ? 0 : dice.weighted([0.6, 0.3, 0.1])) {
            shadows.append(
                (
                    dice.number(0, 6.28), dice.number(-0.4, 0.4), dice.scale(0.003, 0.15),
                    dice.number(0.1, isHard ? 0.65 : 0.45)
                )
            )
        }
        blur =
            isEasy
            ? dice.number(0, 0.02) : dice.chance(0.5) ? dice.number(0, 0.03) : dice.number(0.02, isHard ? 0.095 : 0.07)
        let motion = isEasy ? 0 : dice.chance(isHard ? 0.4 : 0.15) ? dice.number(0.03, isHard ? 0.2 : 0.12) : 0
        motionX = motion * dice.number(-1, 1)
        motionY = motion * dice.number(-1, 1)
        gamma = isEasy ? dice.number(0.85, 1.2) : dice.number(0.6, 1.7)
        noise =
            isEasy ? dice.number(0, 0.01) : dice.pick([0.004, 0.012, 0.02, dice.number(0.02, isHard ? 0.08 : 0.04)])
        sharpening = dice.chance(0.25) ? dice.number(0.2, 1.2) : 0
        quality = dice.chance(0.25) ? 0 : isEasy ? dice.whole(70, 95) : dice.whole(isHard ? 12 : 25, 95)
        seed = dice.bits()
        spoil(refusal, &dice)
    }

    private mutating func spoil(_ refusal: DisplayRefusal?, _ dice: inout Dice) {
        if refusal == .blurred {
            blur = dice.number(0.2, 0.4)
            if dice.chance(0.5) {
                blur = dice.number(0.05, 0.15)
                motionX = dice.number(0.5, 1.2) * (dice.chance(0.5) ? 1 : -1)
                motionY = dice.number(-1, 1)
            }
        }
        if refusal == .dark {
            gain = dice.number(0.008, 0.035)
            noise = max(noise, 0.012)
        }
    }
}
