import Pixels

extension Picture {
    /// The image as colours, turned upright and reduced.
    ///
    /// - Parameter reduction: By what each side is divided; each pixel is the mean of a square.
    /// - Returns: Nil where its pixels are of a kind that is not known here.
    func color(_ orientation: ImageOrientation, reduction: Int) -> ColorImage? {
        let (columns, rows) = ((width + reduction - 1) / reduction, (height + reduction - 1) / reduction)
        guard [1, 2, 4, 8, 16, 32].contains(depth), columns > 0, rows > 0 else { return nil }
        let places = orientation.places(width: columns, height: rows)
        var result = [UInt8](repeating: 0, count: 3 * columns * rows)
        var line = [UInt8](repeating: 0, count: 3 * width)
        var sums = [UInt32](repeating: 0, count: 3 * columns)
        let palette = palette
        for row in 0..<rows {
            let lines = (row * reduction)..<min(height, (row + 1) * reduction)
            if reduction > 1 { for index in sums.indices { sums[index] = 0 } }
            for y in lines {
                fill(&line, y, palette)
                if reduction > 1 { add(line, reduction, to: &sums) }
            }
            if reduction > 1 { mean(sums, lines.count, reduction, into: &line) }
            put(line, columns, places.first + row * places.row, places.column, into: &result)
        }
        let sides = orientation.swapsSides ? (rows, columns) : (columns, rows)
        return ColorImage(width: sides.0, height: sides.1, pixels: result)
    }

    private func put(_ line: [UInt8], _ columns: Int, _ first: Int, _ step: Int, into result: inout [UInt8]) {
        var place = 3 * first
        for x in 0..<columns {
            result[place] = line[3 * x]
            result[place + 1] = line[3 * x + 1]
            result[place + 2] = line[3 * x + 2]
            place += 3 * step
        }
    }

    private func add(_ line: [UInt8], _ reduction: Int, to sums: inout [UInt32]) {
        var (place, count) = (0, 0)
        for x in 0..<width {
            for channel in 0..<3 { sums[place + channel] += UInt32(line[3 * x + channel]) }
            count += 1
            if count == reduction { (place, count) = (place + 3, 0) }
        }
    }

    private func mean(_ sums: [UInt32], _ lines: Int, _ reduction: Int, into line: inout [UInt8]) {
        for index in sums.indices {
            let columns = min(width, (index / 3 + 1) * reduction) - index / 3 * reduction
            let count = UInt32(columns * lines)
            line[index] = UInt8(truncatingIfNeeded: (sums[index] + count / 2) / count)
        }
    }

    /// Red, green and blue of a row.
    private func fill(_ line: inout [UInt8], _ row: Int, _ palette: [(UInt8, UInt8, UInt8)]?) {
        let (width, depth, hasAlpha) = (width, depth, hasAlpha)
        _ = withRow(row) { words in
            if let palette {
                let (perWord, mask) = (32 / depth, UInt32((1 << depth) - 1))
                for x in 0..<width {
                    let shift = UInt32(32 - depth * (x % perWord + 1))
                    (line[3 * x], line[3 * x + 1], line[3 * x + 2]) = palette[Int(words[x / perWord] >> shift & mask)]
                }
            } else if depth == 16 {
                for x in 0..<width {
                    let gray = UInt8(truncatingIfNeeded: words[x / 2] >> (x % 2 == 0 ? 24 : 8))
                    (line[3 * x], line[3 * x + 1], line[3 * x + 2]) = (gray, gray, gray)
                }
            } else {
                for x in 0..<width {
                    let word = words[x]
                    let alpha = hasAlpha ? word & 255 : 255
                    for channel in 0..<3 {
                        let value = word >> UInt32(24 - 8 * channel) & 255
                        line[3 * x + channel] = UInt8(
                            truncatingIfNeeded: (value * alpha + 255 * (255 - alpha) + 127) / 255
                        )
                    }
                }
            }
        }
    }
}
