/// Blurs for planes of numbers.
enum Smoothing {
    /// The blur of a lens out of focus: three box blurs, or a small kernel for a sigma below 1.2 pixels.
    static func blur(_ plane: inout [Float], width: Int, height: Int, sigma: Double) {
        guard sigma > 0.15, width > 0, height > 0 else { return }
        if sigma < 1.2 {
            kernel(&plane, width: width, height: height, sigma: sigma)
        } else {
            let radius = max(Int((sigma * 1.0).rounded()), 1)
            for _ in 0..<3 {
                box(&plane, lines: height, length: width, lineStep: width, step: 1, radius: radius)
                box(&plane, lines: width, length: height, lineStep: 1, step: width, radius: radius)
            }
        }
    }

    /// Moving averages along lines.
    private static func box(
        _ plane: inout [Float],
        lines: Int,
        length: Int,
        lineStep: Int,
        step: Int,
        radius: Int
    ) {
        var line = [Float](repeating: 0, count: length)
        let share = 1 / Float(2 * radius + 1)
        for index in 0..<lines {
            let start = index * lineStep
            for place in 0..<length { line[place] = plane[start + place * step] }
            var sum = line[0] * Float(radius + 1)
            for place in 1...max(radius, 1) { sum += line[min(place, length - 1)] }
            for place in 0..<length {
                plane[start + place * step] = sum * share
                sum += line[min(place + radius + 1, length - 1)] - line[max(place - radius, 0)]
            }
        }
    }

    private static func kernel(_ plane: inout [Float], width: Int, height: Int, sigma: Double) {
        let weights = (0...3).map { Float(Powers.exponential(-Double($0 * $0) / (2 * sigma * sigma))) }
        let total = weights[0] + 2 * (weights[1] + weights[2] + weights[3])
        let shares = weights.map { $0 / total }
        let source = plane
        for y in 0..<height {
            let start = y * width
            for x in 0..<width {
                var sum = source[start + x] * shares[0]
                for step in 1...3 {
                    sum += (source[start + max(x - step, 0)] + source[start + min(x + step, width - 1)]) * shares[step]
                }
                plane[start + x] = sum
            }
        }
        let rows = plane
        for y in 0..<height {
            let start = y * width
            for x in 0..<width { plane[start + x] = rows[start + x] * shares[0] }
            for step in 1...3 {
                let above = max(y - step, 0) * width
                let below = min(y + step, height - 1) * width
                let share = shares[step]
                for x in 0..<width { plane[start + x] += (rows[above + x] + rows[below + x]) * share }
            }
        }
    }

    /// A blur along a line, as from a moving hand.
    static func smear(_ plane: inout [Float], width: Int, height: Int, dx: Double, dy: Double) {
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0.5 else { return }
        let count = min(Int(length * 1.5) + 2, 24)
        let source = plane
        for index in plane.indices { plane[index] = 0 }
        let share = 1 / Float(count)
        for step in 0..<count {
            let part = Double(step) / Double(count - 1) - 0.5
            let (right, down) = (Int((dx * part).rounded()), Int((dy * part).rounded()))
            for y in 0..<height {
                let from = min(max(y + down, 0), height - 1) * width
                for x in 0..<width {
                    plane[y * width + x] += source[from + min(max(x + right, 0), width - 1)] * share
                }
            }
        }
    }
}
