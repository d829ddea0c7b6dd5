import Foundation
import Pixels

/// Curves of brightness.
enum PixelCurve {
    /// A value from 0 to 255 raised to a power, like a camera's gamma.
    static func power(_ value: UInt8, _ exponent: Double) -> UInt8 {
        UInt8(min(max((pow(Double(value) / 255, exponent) * 255).rounded(), 0), 255))
    }
}

extension ColorImage {
    /// The image with a function applied to each byte.
    func mapped(_ change: (UInt8) -> UInt8) -> ColorImage {
        let table = (0...255).map { change(UInt8($0)) }
        return ColorImage(width: width, height: height, pixels: pixels.map { table[Int($0)] }) ?? self
    }
}
