import Pixels

/// A part of a picture shrunk by an integer factor: each pixel is the mean of a square.
struct ShrunkPart {
    /// The width.
    let width: Int
    /// The height.
    let height: Int
    /// The pixels, row by row.
    let pixels: [UInt8]

    /// Shrinks a part to at most about a given width.
    init(_ image: GrayImage, part: PixelRect, width limit: Int) {
        let part = part.clamped(width: image.width, height: image.height)
        let factor = max(1, (part.width + limit / 2) / limit)
        width = part.width / factor
        height = part.height / factor
        var result = [UInt8](repeating: 0, count: width * height)
        // Rows are added up first, which vectorises well, because most of the work is here.
        var sums = [UInt32](repeating: 0, count: width * factor)
        for y in 0..<height {
            for place in sums.indices { sums[place] = 0 }
            for row in 0..<factor { Self.add(image, x: part.x, y: part.y + y * factor + row, to: &sums) }
            Self.join(sums, factor: factor, into: &result, at: y * width)
        }
        pixels = result
    }

    private static func add(_ image: GrayImage, x: Int, y: Int, to sums: inout [UInt32]) {
        let start = y * image.width + x
        let line = image.pixels.span.extracting(start..<start + sums.count)
        var target = sums.mutableSpan
        for place in target.indices { target[place] &+= UInt32(line[place]) }
    }

    private static func join(_ sums: [UInt32], factor: Int, into result: inout [UInt8], at start: Int) {
        let (half, area) = (UInt32(factor * factor / 2), UInt32(factor * factor))
        let source = sums.span
        var target = result.mutableSpan
        for x in 0..<source.count / factor {
            var sum = half
            for column in x * factor..<(x + 1) * factor { sum &+= source[column] }
            target[start + x] = UInt8(truncatingIfNeeded: sum / area)
        }
    }

    /// The histogram of brightness.
    var counts: [Int] {
        var counts = [Int](repeating: 0, count: 256)
        for pixel in pixels { counts[Int(pixel)] += 1 }
        return counts
    }

    /// The variance of the Laplacian without the contribution of noise.
    ///
    /// Most of a display is flat, so the median magnitude of the Laplacian measures the noise.
    var edgeEnergy: Double {
        guard width >= 3, height >= 3 else { return 0 }
        var sizes = [Int](repeating: 0, count: 1021)
        let source = pixels.span
        for y in 1..<height - 1 {
            for x in 1..<width - 1 {
                let place = y * width + x
                let near =
                    Int(source[place - 1]) + Int(source[place + 1]) + Int(source[place - width])
                    + Int(source[place + width])
                sizes[abs(near - 4 * Int(source[place]))] += 1
            }
        }
        return Self.energy(sizes, count: (width - 2) * (height - 2))
    }

    private static func energy(_ sizes: [Int], count: Int) -> Double {
        var (squares, seen, median) = (0, 0, -1)
        for (size, times) in sizes.enumerated() where times > 0 {
            squares += size * size * times
            seen += times
            if median < 0, 2 * seen >= count { median = size }
        }
        // 1.4826 times the median magnitude is the deviation of normal noise; rounding always adds 20/12.
        let noise = 1.4826 * Double(max(median, 0))
        return max(0, Double(squares) / Double(count) - max(noise * noise, 20.0 / 12))
    }
}
