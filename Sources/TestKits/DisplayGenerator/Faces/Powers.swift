/// Powers and exponentials with bit-identical results on every machine.
enum Powers {
    /// e to the power of a number between -700 and 700.
    static func exponential(_ exponent: Double) -> Double {
        let bounded = min(max(exponent, -700), 700)
        let halves = (bounded / 0.693_147_180_559_945_3).rounded()
        let rest = bounded - halves * 0.693_147_180_559_945_3
        var term = 1.0
        var sum = 1.0
        for step in 1...14 {
            term *= rest / Double(step)
            sum += term
        }
        return sum * Double(sign: .plus, exponent: Int(halves), significand: 1)
    }

    /// The natural logarithm of a number above 0; 0 for others.
    static func logarithm(_ number: Double) -> Double {
        guard number > 0, number.isFinite else { return 0 }
        let ratio = (number.significand - 1) / (number.significand + 1)
        var power = ratio
        var sum = 0.0
        for step in 0..<16 {
            sum += power / Double(2 * step + 1)
            power *= ratio * ratio
        }
        return 2 * sum + Double(number.exponent) * 0.693_147_180_559_945_3
    }

    /// A number above 0 raised to a power; 0 for others.
    static func power(_ base: Double, exponent: Double) -> Double {
        base > 0 ? exponential(exponent * logarithm(base)) : 0
    }
}
