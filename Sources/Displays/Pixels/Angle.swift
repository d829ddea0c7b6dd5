/// Sine and cosine that come out bit for bit the same on every machine.
package enum Angle {
    /// The sine of an angle in radians, right to about 1e-14 for angles of a few turns; 0 for what is no number.
    package static func sine(_ angle: Double) -> Double {
        guard angle.isFinite else { return 0 }
        let turn = 2 * Double.pi
        var rest = angle - turn * (angle / turn).rounded()
        if rest > Double.pi / 2 { rest = Double.pi - rest }
        if rest < -Double.pi / 2 { rest = -Double.pi - rest }
        let square = rest * rest
        var term = rest
        var sum = rest
        for step in 1...10 {
            term *= -square / Double(2 * step * (2 * step + 1))
            sum += term
        }
        return sum
    }

    /// The cosine of an angle in radians, right to about 1e-14 for angles of a few turns.
    package static func cosine(_ angle: Double) -> Double {
        sine(angle + Double.pi / 2)
    }
}
