internal import Pixels

/// The canvas of a photo: grey levels, the tint of every pixel, the ink of a display, and added light.
struct Canvas {
    let width: Int
    let height: Int
    var levels: [Float]
    var tints: [UInt8]
    var ink: [Float]
    var light: [Float]
    /// The colour in which a display's ink shines, a number of its look.
    var lamps: [UInt8]
    /// The ink of all displays, kept to measure how visible it remains in the photo.
    var mask: [Float]
    private var coverage: [Float]
    private var crossings: [Float] = []

    init(width: Int, height: Int, level: Float) {
        self.width = width
        self.height = height
        levels = [Float](repeating: level, count: width * height)
        tints = [UInt8](repeating: 0, count: width * height)
        ink = [Float](repeating: 0, count: width * height)
        light = ink
        mask = ink
        lamps = tints
        coverage = [Float](repeating: 0, count: width + 2)
    }

    /// Draws an antialiased polygon.
    mutating func fill(_ points: [Point], paint: Paint) {
        guard var top = points.first?.y else { return }
        var (bottom, left) = (top, points[0].x)
        var right = left
        for point in points {
            top = min(top, point.y)
            bottom = max(bottom, point.y)
            left = min(left, point.x)
            right = max(right, point.x)
        }
        guard bottom > 0, top < Double(height), right > 0, left < Double(width), bottom > top, right - left < 1e6,
            bottom - top < 1e6
        else { return }
        let columns = max(Int(left), 0)..<min(Int(right) + 1, width)
        for row in max(Int(top), 0)..<min(Int(bottom) + 1, height) {
            cover(points, row: row, columns: columns)
            apply(paint, row: row, columns: columns)
        }
    }

    private mutating func cover(_ points: [Point], row: Int, columns: Range<Int>) {
        for column in columns { coverage[column] = 0 }
        for step in 0..<4 {
            let y = Double(row) + (Double(step) + 0.5) / 4
            crossings.removeAll(keepingCapacity: true)
            var last = points[points.count - 1]
            for point in points {
                if (point.y <= y) != (last.y <= y) {
                    cross(Float(last.x + (y - last.y) / (point.y - last.y) * (point.x - last.x)))
                }
                last = point
            }
            var pair = 0
            while pair + 1 < crossings.count {
                span(from: crossings[pair], to: crossings[pair + 1], columns: columns)
                pair += 2
            }
        }
    }

    private mutating func cross(_ x: Float) {
        var place = crossings.count
        crossings.append(x)
        while place > 0, crossings[place - 1] > x {
            crossings[place] = crossings[place - 1]
            place -= 1
        }
        crossings[place] = x
    }

    private mutating func span(from start: Float, to end: Float, columns: Range<Int>) {
        let start = max(start, Float(columns.lowerBound))
        let end = min(end, Float(columns.upperBound))
        guard end > start else { return }
        let (first, last) = (Int(start), Int(end))
        if first == last {
            coverage[first] += (end - start) * 0.25
        } else {
            coverage[first] += (Float(first + 1) - start) * 0.25
            for column in first + 1..<max(last, first + 1) { coverage[column] += 0.25 }
            coverage[last] += (end - Float(last)) * 0.25
        }
    }

    private mutating func apply(_ paint: Paint, row: Int, columns: Range<Int>) {
        let start = row * width
        switch paint {
        case .cover(let level, let opacity, let tint):
            for column in columns {
                let share = coverage[column] * opacity
                levels[start + column] += (level - levels[start + column]) * share
                if share > 0.5 { tints[start + column] = tint }
            }
        case .ink(let amount):
            for column in columns {
                ink[start + column] = max(min(ink[start + column] + coverage[column] * amount, 1), 0)
            }
        case .lamp(let amount, let number):
            for column in columns where coverage[column] > 0 {
                ink[start + column] = max(min(ink[start + column] + coverage[column] * amount, 1), 0)
                lamps[start + column] = number
            }
        case .light(let amount):
            for column in columns { light[start + column] += coverage[column] * amount }
        }
    }
}

extension Canvas {
    /// The contrast of the ink with the surrounding glass in the faintest part of a box, 0 to 1.
    ///
    /// It examines the box in square pieces, because a reflection or a shadow may cover a single digit.
    func contrast(in box: OrientedBox) -> Double {
        let pieces = max(Int((box.width / max(box.height * 0.7, 1)).rounded()), 1)
        var least = 1.0
        for piece in 0..<pieces {
            let middle = (Double(piece) + 0.5) / Double(pieces) - 0.5
            var part = box
            part.center = box.point(along: middle * box.width, across: 0)
            part.width = box.width / Double(pieces)
            if let found = contrast(piece: part.grown(along: box.height * 0.05, across: box.height * 0.06)) {
                least = min(least, found)
            }
        }
        return least
    }

    /// The contrast between lit and unlit pixels in a piece; nil if it lacks either.
    func contrast(piece: OrientedBox) -> Double? {
        let bounds = piece.bounds.clamped(width: width, height: height)
        var (lit, unlit) = ((sum: Float(0), count: Float(0)), (sum: Float(0), count: Float(0)))
        for y in bounds.y..<bounds.y + bounds.height {
            for x in bounds.x..<bounds.x + bounds.width {
                let place = y * width + x
                let share = mask[place]
                // The camera clips overexposed pixels to white.
                let level = min(max(levels[place], 0), 1)
                if share > 0.45 {
                    lit.sum += level * share
                    lit.count += share
                } else if share < 0.16 {
                    unlit.sum += level
                    unlit.count += 1
                }
            }
        }
        guard lit.count > 1, unlit.count > 1 else { return nil }
        return Double(abs(lit.sum / lit.count - unlit.sum / unlit.count))
    }
}

extension Canvas {
    /// The picture as bytes, with JPEG loss if the quality is above 0.
    func bytes(quality: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: levels.count)
        for index in levels.indices { result[index] = UInt8(min(max(levels[index] * 255 + 0.5, 0), 255)) }
        if quality > 0 { JPEGLoss(quality: quality).apply(to: &result, width: width, height: height) }
        return result
    }

    /// The picture with the tints of its objects.
    func colored(_ gray: GrayImage) -> ColorImage {
        var result = [UInt8](repeating: 0, count: levels.count * 3)
        guard gray.pixels.count == levels.count else { return ColorImage(gray) }
        for (index, level) in gray.pixels.enumerated() {
            let color = Tint.scaled[Int(tints[index]) % Tint.scaled.count]
            let level = Float(level)
            let most = max(color.0, color.1, color.2)
            // Overexposed colours pale, as in a camera, and keep their luma.
            let share = level * most > 255 ? (255 - level) / (level * (most - 1)) : 1
            result[3 * index] = UInt8(min(level * (1 + (color.0 - 1) * share) + 0.5, 255))
            result[3 * index + 1] = UInt8(min(level * (1 + (color.1 - 1) * share) + 0.5, 255))
            result[3 * index + 2] = UInt8(min(level * (1 + (color.2 - 1) * share) + 0.5, 255))
        }
        return ColorImage(width: width, height: height, pixels: result) ?? ColorImage(gray)
    }
}
