import Pixels

/// The brightness and colour of a part of a picture, in cells of a few pixels.
struct BrightnessGrid {
    /// The most cells along the longer side.
    static let longest = 96
    /// The limit of pixels sampled along a cell's side; all cells together have at most about 170,000.
    static let samples = 5

    /// The part, clamped to the picture.
    let region: PixelRect
    /// The side of a cell in pixels.
    let side: Int
    /// The number of cells per row.
    let columns: Int
    /// The number of rows of cells.
    let rows: Int
    /// The mean luma of each cell, 0…255.
    private(set) var luma: [UInt8]
    /// The colourfulness of each cell's mean: its largest minus its smallest channel.
    private(set) var color: [UInt8]
    /// Whether at least half of each cell is clipped white.
    private(set) var isClipped: [Bool]

    /// Samples a part of a picture at every other pixel, or fewer in large cells.
    init(_ image: ColorImage, region: PixelRect) {
        self.region = region.clamped(width: image.width, height: image.height)
        side = max(1, (max(self.region.width, self.region.height) + Self.longest - 1) / Self.longest)
        columns = (self.region.width + side - 1) / side
        rows = (self.region.height + side - 1) / side
        luma = []
        color = []
        isClipped = []
        luma.reserveCapacity(columns * rows)
        color.reserveCapacity(columns * rows)
        isClipped.reserveCapacity(columns * rows)
        let stride = side >= 4 ? max(2, (side + Self.samples - 1) / Self.samples) : 1
        for row in 0..<rows { gather(image, row: row, stride: stride) }
    }

    private mutating func gather(_ image: ColorImage, row: Int, stride: Int) {
        var (red, green, blue, clipped) = (
            [Int](repeating: 0, count: columns), [Int](repeating: 0, count: columns),
            [Int](repeating: 0, count: columns), [Int](repeating: 0, count: columns)
        )
        var counts = [Int](repeating: 0, count: columns)
        let pixels = image.pixels.span
        let last = min((row + 1) * side, region.height)
        var y = row * side
        while y < last {
            let line = (region.y + y) * image.width + region.x
            for column in 0..<columns {
                var (redSum, greenSum, blueSum, white, count) = (0, 0, 0, 0, 0)
                var x = column * side
                let end = min(x + side, region.width)
                while x < end {
                    let place = 3 * (line + x)
                    let (r, g, b) = (pixels[place], pixels[place + 1], pixels[place + 2])
                    redSum += Int(r)
                    greenSum += Int(g)
                    blueSum += Int(b)
                    white += min(r, min(g, b)) >= 250 ? 1 : 0
                    count += 1
                    x += stride
                }
                red[column] += redSum
                green[column] += greenSum
                blue[column] += blueSum
                clipped[column] += white
                counts[column] += count
            }
            y += stride
        }
        for column in 0..<columns {
            let count = max(counts[column], 1)
            let (r, g, b) = (red[column] / count, green[column] / count, blue[column] / count)
            luma.append(UInt8(clamping: (77 * r + 150 * g + 29 * b) >> 8))
            color.append(UInt8(clamping: max(r, max(g, b)) - min(r, min(g, b))))
            isClipped.append(2 * clipped[column] >= count)
        }
    }
}
