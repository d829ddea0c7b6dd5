/// Operations on pixels of one or more interleaved channels.
enum Raster {
    /// Scales pixels to another size: area means for shrinking, bilinear for enlarging.
    static func resized(
        _ pixels: [UInt8],
        width: Int,
        height: Int,
        channels: Int,
        toWidth: Int,
        toHeight: Int
    ) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: toWidth * toHeight * channels)
        guard width > 0, height > 0, toWidth > 0, toHeight > 0 else { return result }
        let columns = AxisWeights(from: width, to: toWidth)
        let rows = AxisWeights(from: height, to: toHeight)
        var line = [Float](repeating: 0, count: width * channels)
        for row in 0..<toHeight {
            gather(pixels, row: row, rows: rows, into: &line)
            spread(line, columns: columns, channels: channels, into: &result, at: row * toWidth * channels)
        }
        return result
    }

    private static func gather(_ pixels: [UInt8], row: Int, rows: AxisWeights, into line: inout [Float]) {
        let length = line.count
        for step in 0..<rows.counts[row] {
            let share = rows.shares[rows.places[row] + step]
            let source = pixels.span.extracting(
                (rows.starts[row] + step) * length..<(rows.starts[row] + step + 1) * length
            )
            var target = line.mutableSpan
            if step == 0 {
                for index in 0..<length { target[index] = Float(source[index]) * share }
            } else {
                for index in 0..<length { target[index] += Float(source[index]) * share }
            }
        }
    }

    private static func spread(
        _ line: [Float],
        columns: AxisWeights,
        channels: Int,
        into result: inout [UInt8],
        at start: Int
    ) {
        for column in 0..<columns.counts.count {
            let place = columns.places[column]
            for channel in 0..<channels {
                var sum: Float = 0.5
                for step in 0..<columns.counts[column] {
                    sum += line[(columns.starts[column] + step) * channels + channel] * columns.shares[place + step]
                }
                result[start + column * channels + channel] = UInt8(min(max(sum, 0), 255))
            }
        }
    }

    /// The pixels of a part inside the image.
    static func cropped(_ pixels: [UInt8], width: Int, channels: Int, to part: PixelRect) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(part.width * part.height * channels)
        for row in part.y..<part.y + part.height {
            let start = (row * width + part.x) * channels
            result.append(contentsOf: pixels[start..<start + part.width * channels])
        }
        return result
    }

    /// The pixels turned clockwise by quarter turns.
    static func turned(_ pixels: [UInt8], width: Int, height: Int, channels: Int, quarters: Int) -> [UInt8] {
        let turn = ((quarters % 4) + 4) % 4
        guard turn != 0 else { return pixels }
        let newWidth = turn == 2 ? width : height
        var result = [UInt8](repeating: 0, count: pixels.count)
        for y in 0..<height {
            for x in 0..<width {
                let target =
                    switch turn {
                    case 1: x * newWidth + (height - 1 - y)
                    case 2: (height - 1 - y) * newWidth + (width - 1 - x)
                    default: (width - 1 - x) * newWidth + y
                    }
                for channel in 0..<channels {
                    result[target * channels + channel] = pixels[(y * width + x) * channels + channel]
                }
            }
        }
        return result
    }
}
