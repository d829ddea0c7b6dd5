internal import Pixels

extension Light {
    /// Lights a drawn scene and takes the photo of it.
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

    /// Adds the light that lit segments throw around.
    private func bloom(on canvas: inout Canvas, digit: Double) {
        Smoothing.blur(&canvas.light, width: canvas.width, height: canvas.height, sigma: max(digit * 0.08, 0.6))
        for index in canvas.levels.indices {
            canvas.levels[index] += canvas.light[index]
            canvas.light[index] = 0
        }
    }

    private func reflect(on canvas: inout Canvas, view: PlaneView) {
        for glare in glares {
            for shape in glare.shapes { canvas.fill(view(shape), .light(Float(glare.strength * min(gain, 1)))) }
            let sigma = min(glare.softness * view.scale, 40)
            Smoothing.blur(&canvas.light, width: canvas.width, height: canvas.height, sigma: sigma)
            for index in canvas.levels.indices {
                canvas.levels[index] += canvas.light[index]
                canvas.light[index] = 0
            }
        }
    }

    /// Sharpens, and bends the levels as a camera does.
    private func develop(_ canvas: inout Canvas) {
        if sharpening > 0 {
            var soft = canvas.levels
            Smoothing.blur(&soft, width: canvas.width, height: canvas.height, sigma: 1)
            let amount = Float(sharpening)
            for index in soft.indices { canvas.levels[index] += (canvas.levels[index] - soft[index]) * amount }
        }
        let curve = (0...1_024).map { Float(Powers.power(Double($0) / 1_024, gamma)) }
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
            // Four uniform numbers added are normal enough for noise.
            let sum = (bits & 0xFFFF) + ((bits >> 16) & 0xFFFF) + ((bits >> 32) & 0xFFFF) + (bits >> 48)
            canvas.levels[index] += (Float(sum) - 131_070) * strength
        }
    }
}
