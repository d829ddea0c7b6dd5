import Glibc

/// The logarithm of the sum of two numbers that are given by their logarithms.
func logSum(_ first: Float, _ second: Float) -> Float {
    let (high, low) = first > second ? (first, second) : (second, first)
    return low == -Float.infinity ? high : high + log1p(exp(low - high))
}

/// The number with a natural logarithm.
func exponential(_ logarithm: Double) -> Double { exp(logarithm) }

/// The natural logarithm of a number, of no less than the smallest.
func logarithm(_ number: Double) -> Double { log(max(number, 1e-12)) }
