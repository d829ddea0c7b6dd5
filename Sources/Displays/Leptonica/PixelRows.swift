import HEIF
import Pixels

/// A decoded picture whose rows are available as red, green and blue, whatever its library's format.
protocol PixelRows {
    /// The width in pixels.
    var width: Int { get }
    /// The height in pixels.
    var height: Int { get }
    /// Whether its pixel format is supported.
    var isKnown: Bool { get }

    /// Converts a row to red, green and blue on white: three bytes per pixel, from an index on.
    func fill(_ bytes: inout [UInt8], at place: Int, row: Int)
}

extension HEIFPicture: PixelRows {
    /// libheif was asked for this format.
    var isKnown: Bool { true }
}

extension PixelRows {
    /// Converts to colours, upright and reduced.
    ///
    /// - Parameter reduction: The factor by which each side is divided; each pixel is the mean of a square.
    /// - Returns: Nil for an unsupported pixel format.
    func color(_ orientation: ImageOrientation, reduction: Int) -> ColorImage? {
        let (columns, rows) = ((width + reduction - 1) / reduction, (height + reduction - 1) / reduction)
        guard isKnown, columns > 0, rows > 0 else { return nil }
        let places = orientation.places(width: columns, height: rows)
        var result = [UInt8](repeating: 0, count: 3 * columns * rows)
        if orientation == .upright, reduction == 1 {
            for row in 0..<rows { fill(&result, at: 3 * columns * row, row: row) }
            return ColorImage(width: columns, height: rows, pixels: result)
        }
        var line = [UInt8](repeating: 0, count: 3 * width)
        var sums = [UInt32](repeating: 0, count: 3 * columns)
        for row in 0..<rows {
            let lines = (row * reduction)..<min(height, (row + 1) * reduction)
            if reduction > 1 { for index in sums.indices { sums[index] = 0 } }
            for y in lines {
                fill(&line, at: 0, row: y)
                if reduction > 1 { add(line, reduction: reduction, to: &sums) }
            }
            if reduction > 1 { mean(sums, lines: lines.count, reduction: reduction, into: &line) }
            put(line, columns: columns, first: places.first + row * places.row, step: places.column, into: &result)
        }
        let sides = orientation.swapsSides ? (rows, columns) : (columns, rows)
        return ColorImage(width: sides.0, height: sides.1, pixels: result)
    }

    private func put(_ line: [UInt8], columns: Int, first: Int, step: Int, into result: inout [UInt8]) {
        var place = 3 * first
        for x in 0..<columns {
            result[place] = line[3 * x]
            result[place + 1] = line[3 * x + 1]
            result[place + 2] = line[3 * x + 2]
            place += 3 * step
        }
    }

    private func add(_ line: [UInt8], reduction: Int, to sums: inout [UInt32]) {
        var (place, count) = (0, 0)
        for x in 0..<width {
            for channel in 0..<3 { sums[place + channel] += UInt32(line[3 * x + channel]) }
            count += 1
            if count == reduction { (place, count) = (place + 3, 0) }
        }
    }

    private func mean(_ sums: [UInt32], lines: Int, reduction: Int, into line: inout [UInt8]) {
        let width = width
        for index in sums.indices {
            let columns = min(width, (index / 3 + 1) * reduction) - index / 3 * reduction
            let count = UInt32(columns * lines)
            line[index] = UInt8(truncatingIfNeeded: (sums[index] + count / 2) / count)
        }
    }
}
