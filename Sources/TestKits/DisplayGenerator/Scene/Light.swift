internal import Pixels

/// The light, lens and camera of a photo.
struct Light: Sendable {
    var gain: Double
    var slopeX: Double
    var slopeY: Double
    /// Edges of shadows: direction, position, softness and depth, in a photo with a longer side of 1.
    var shadows: [(angle: Double, place: Double, softness: Double, depth: Double)] = []
    /// Reflections, each in the plane of a display.
    var glares: [Glare] = []
    /// The blur of the lens and the motion of the hand, in digit heights.
    var blur: Double
    var motionX: Double
    var motionY: Double
    var gamma: Double
    var noise: Double
    var sharpening: Double
    /// The JPEG quality, 1 (coarse) to 100; 0 for no loss.
    var quality: Int
    var seed: UInt64

    init(_ dice: inout Dice, band: DisplayBand, refusal: DisplayRefusal?) {
        let isEasy = band == .easy
        let isHard = band == .hard
        gain =
            isEasy
            ? dice.number(0.8, high: 1.1)
            : dice.chance(isHard ? 0.3 : 0.12)
                ? dice.scale(0.12, high: 0.6)
                : dice.chance(0.06) ? dice.number(1.3, high: 1.9) : dice.number(0.65, high: 1.25)
        let slope = isEasy ? 0.1 : isHard ? 0.6 : 0.4
        slopeX = dice.number(-slope, high: slope)
        slopeY = dice.number(-slope, high: slope)
        for _ in 0..<(isEasy ? 0 : dice.weighted([0.6, 0.3, 0.1])) {
            shadows.append(
                (
                    dice.number(0, high: 6.28), dice.number(-0.4, high: 0.4), dice.scale(0.003, high: 0.15),
                    dice.number(0.1, high: isHard ? 0.65 : 0.45)
                )
            )
        }
        blur =
            isEasy
            ? dice.number(0, high: 0.02)
            : dice.chance(0.5) ? dice.number(0, high: 0.03) : dice.number(0.02, high: isHard ? 0.095 : 0.07)
        let motion = isEasy ? 0 : dice.chance(isHard ? 0.4 : 0.15) ? dice.number(0.03, high: isHard ? 0.2 : 0.12) : 0
        motionX = motion * dice.number(-1, high: 1)
        motionY = motion * dice.number(-1, high: 1)
        gamma = isEasy ? dice.number(0.85, high: 1.2) : dice.number(0.6, high: 1.7)
        noise =
            isEasy
            ? dice.number(0, high: 0.01)
            : dice.pick([0.004, 0.012, 0.02, dice.number(0.02, high: isHard ? 0.08 : 0.04)])
        sharpening = dice.chance(0.25) ? dice.number(0.2, high: 1.2) : 0
        quality = dice.chance(0.25) ? 0 : isEasy ? dice.whole(70, high: 95) : dice.whole(isHard ? 12 : 25, high: 95)
        seed = dice.bits()
        spoil(refusal, using: &dice)
    }

    private mutating func spoil(_ refusal: DisplayRefusal?, using dice: inout Dice) {
        if refusal == .blurred {
            blur = dice.number(0.2, high: 0.4)
            if dice.chance(0.5) {
                blur = dice.number(0.05, high: 0.15)
                motionX = dice.number(0.5, high: 1.2) * (dice.chance(0.5) ? 1 : -1)
                motionY = dice.number(-1, high: 1)
            }
        }
        if refusal == .dark {
            gain = dice.number(0.008, high: 0.035)
            noise = max(noise, 0.012)
        }
    }
}

extension Light {
    /// Adjusts light and ink so that a person can read them, unless a photo that is too dark is wanted.
    mutating func suit(_ look: inout PanelLook, isDark: Bool, band: DisplayBand) {
        guard !isDark else { return }
        let least = [.easy: 0.22, .medium: 0.09][band] ?? 0.045
        let dimmest = look.lamps.map(\.ratio).reduce(1, min)
        for _ in 0..<20 {
            let difference = abs(level(look.background) - level(look.foreground * dimmest))
            if difference >= max(least, noise * 2.2) { return }
            if gain < 0.75 { gain *= 1.25 }
            gamma = gamma * 0.8 + 0.2
            noise *= 0.85
            let away = look.foreground > look.background ? 1.15 : 0.85
            look.foreground = min(max(look.foreground * away, 0.01), 1.1)
            if look.background * gain > 1 { look.background *= 0.95 }
            if !look.isLit, look.background < 0.3 { look.background *= 1.1 }
        }
    }

    /// Whether a row is legible to a person, in a photo whose smallest value has this height in pixels.
    func isLegible(_ row: DrawnRow, smallest: Double) -> Bool {
        let share = smallest / max(row.box.height, 1)
        let motion = (motionX * motionX + motionY * motionY).squareRoot()
        guard blur * share <= 0.11, motion * share <= 0.3 else { return false }
        // Without a visible decimal point it is a different number.
        if row.point > 0, row.point < 0.9 || blur * smallest > row.point * 0.9 { return false }
        let visible = max(0.02, 0.12 * row.contrast, noise * 1.3 / max(row.point, 1))
        guard row.pointContrast >= visible else { return false }
        let smoothing = max((row.box.height / 8).squareRoot(), 1)
        return row.contrast >= max(0.014, noise * 1.1 / smoothing)
    }

    /// The grey level of a part of the scene in the darker half of the photo.
    private func level(_ scene: Double) -> Double {
        let darkest = shadows.reduce(0.85) { $0 * (1 - $1.depth * 0.7) }
        return Powers.power(min(max(scene * gain * darkest, 0.000_1), 1), exponent: gamma)
    }
}

extension Light {
    /// Lights a drawn scene and photographs it.
    func expose(_ canvas: inout Canvas, view: PlaneView?, digit: Double, side: Double, hasBloom: Bool) {
        let (width, height) = (canvas.width, canvas.height)
        shine(on: &canvas, side: side)
        if hasBloom { bloom(on: &canvas, digit: digit) }
        if let view { reflect(on: &canvas, view: view) }
        Smoothing.blur(&canvas.levels, width: width, height: height, sigma: max(blur * digit, 0.3))
        Smoothing.smear(&canvas.levels, width: width, height: height, dx: motionX * digit, dy: motionY * digit)
        develop(&canvas)
    }

    private func shine(on canvas: inout Canvas, side: Double) {
        let (width, height) = (canvas.width, canvas.height)
        let edges = shadows.map { shadow in
            (
                Float(Angle.cosine(shadow.angle) / side), Float(Angle.sine(shadow.angle) / side), Float(shadow.place),
                Float(1 / shadow.softness), Float(shadow.depth)
            )
        }
        let stepX = Float(slopeX) / Float(width)
        for y in 0..<height {
            let base = Float(gain * (1 + slopeY * (Double(y) / Double(height) - 0.5) - slopeX * 0.5))
            let step = stepX * Float(gain)
            for x in 0..<width { canvas.levels[y * width + x] *= base + step * Float(x) }
            for edge in edges {
                let start = (Float(y) - Float(height) / 2) * edge.1 - edge.2
                for x in 0..<width {
                    let distance = (start + (Float(x) - Float(width) / 2) * edge.0) * edge.3
                    let share = min(max(distance * 0.5 + 0.5, 0), 1)
                    canvas.levels[y * width + x] *= 1 - edge.4 * share
                }
            }
        }
    }

    /// Adds the light that lit segments spread around them.
    private func bloom(on canvas: inout Canvas, digit: Double) {
        Smoothing.blur(&canvas.light, width: canvas.width, height: canvas.height, sigma: max(digit * 0.08, 0.6))
        for index in canvas.levels.indices {
            canvas.levels[index] += canvas.light[index]
            canvas.light[index] = 0
        }
    }

    private func reflect(on canvas: inout Canvas, view: PlaneView) {
        for glare in glares {
            for shape in glare.shapes { canvas.fill(view(shape), paint: .light(Float(glare.strength * min(gain, 1)))) }
            let sigma = min(glare.softness * view.scale, 40)
            Smoothing.blur(&canvas.light, width: canvas.width, height: canvas.height, sigma: sigma)
            for index in canvas.levels.indices {
                canvas.levels[index] += canvas.light[index]
                canvas.light[index] = 0
            }
        }
    }

    /// Sharpens the picture and applies a camera's tone curve.
    private func develop(_ canvas: inout Canvas) {
        if sharpening > 0 {
            var soft = canvas.levels
            Smoothing.blur(&soft, width: canvas.width, height: canvas.height, sigma: 1)
            let amount = Float(sharpening)
            for index in soft.indices { canvas.levels[index] += (canvas.levels[index] - soft[index]) * amount }
        }
        let curve = (0...1_024).map { Float(Powers.power(Double($0) / 1_024, exponent: gamma)) }
        for index in canvas.levels.indices {
            canvas.levels[index] = curve[Int(min(max(canvas.levels[index], 0), 1) * 1_024)]
        }
    }

    /// Adds the noise of the sensor.
    func disturb(_ canvas: inout Canvas, seed: UInt64) {
        var dice = Dice(seed: seed, stream: 7)
        let strength = Float(noise) * 1.73 / 65_536
        for index in canvas.levels.indices {
            let bits = dice.bits()
            // The sum of four uniform numbers is normal enough for noise.
            let sum = (bits & 0xFFFF) + ((bits >> 16) & 0xFFFF) + ((bits >> 32) & 0xFFFF) + (bits >> 48)
            canvas.levels[index] += (Float(sum) - 131_070) * strength
        }
    }
}
