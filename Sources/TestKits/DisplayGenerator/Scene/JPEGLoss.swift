internal import Pixels

/// The loss of JPEG coding on a grey picture: quantises the cosine coefficients of each 8 by 8 block.
struct JPEGLoss {
    private let steps: [Float]

    /// The luminance table of ITU-T T.81, annex K.
    private static let table: [Float] = [
        16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
        14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
        49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ]

    /// The orthonormal cosine basis: 8 waves of 8 samples.
    private static let waves: [Float] = (0..<64).map { index in
        let (wave, place) = (index / 8, index % 8)
        let scale = wave == 0 ? 0.125.squareRoot() : 0.5
        return Float(scale * Angle.cosine(Double((2 * place + 1) * wave) * Double.pi / 16))
    }

    /// Creates the loss of a quality from 1 to 100, scaled like libjpeg.
    init(quality: Int) {
        let quality = min(max(quality, 1), 100)
        let scale = quality < 50 ? 5_000 / Float(quality) : 200 - 2 * Float(quality)
        steps = Self.table.map { max(($0 * scale + 50) / 100, 1).rounded(.down) }
    }

    /// Encodes and decodes a picture in place.
    func apply(to pixels: inout [UInt8], width: Int, height: Int) {
        let waves = Self.waves
        var block = [Float](repeating: 0, count: 64)
        var other = block
        for top in stride(from: 0, to: height, by: 8) {
            for left in stride(from: 0, to: width, by: 8) {
                for place in 0..<64 {
                    let (x, y) = (min(left + place % 8, width - 1), min(top + place / 8, height - 1))
                    block[place] = Float(pixels[y * width + x]) - 128
                }
                Self.forward(block, result: &other, waves: waves)
                Self.forward(other, result: &block, waves: waves)
                for place in 0..<64 { block[place] = (block[place] / steps[place]).rounded() * steps[place] }
                Self.backward(block, result: &other, waves: waves)
                Self.backward(other, result: &block, waves: waves)
                for y in top..<min(top + 8, height) {
                    for x in left..<min(left + 8, width) {
                        let level = block[(y - top) * 8 + x - left] + 128.5
                        pixels[y * width + x] = UInt8(min(max(level, 0), 255))
                    }
                }
            }
        }
    }

    /// Transforms every row into coefficients; transposes the block.
    private static func forward(_ block: [Float], result: inout [Float], waves: [Float]) {
        for row in 0..<8 {
            for wave in 0..<8 {
                var sum: Float = 0
                for place in 0..<8 { sum += block[row * 8 + place] * waves[wave * 8 + place] }
                result[wave * 8 + row] = sum
            }
        }
    }

    /// Transforms coefficients back into rows; transposes the block.
    private static func backward(_ block: [Float], result: inout [Float], waves: [Float]) {
        for row in 0..<8 {
            for place in 0..<8 {
                var sum: Float = 0
                for wave in 0..<8 { sum += block[row * 8 + wave] * waves[wave * 8 + place] }
                result[place * 8 + row] = sum
            }
        }
    }
}
