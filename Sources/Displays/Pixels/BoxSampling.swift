extension GrayImage {
    /// The content of a turned box, upright, at a given size.
    ///
    /// Each pixel is the mean of as many bilinear samples as its area needs, up to 8 in each direction. Outside the
    /// image its edge is repeated. An image without pixels gives 0; negative sizes count as 0.
    package func sampled(_ box: OrientedBox, width newWidth: Int, height newHeight: Int) -> GrayImage {
        let (newWidth, newHeight) = (max(newWidth, 0), max(newHeight, 0))
        var result = [UInt8](repeating: 0, count: newWidth * newHeight)
        let numbers = [box.center.x, box.center.y, box.width, box.height, box.angle]
        if width > 0, height > 0, !result.isEmpty, numbers.allSatisfy({ abs($0) < 1e8 }) {
            let grid = SamplingGrid(box, width: newWidth, height: newHeight)
            let source = pixels.span
            var target = result.mutableSpan
            for row in 0..<newHeight {
                let inner = inner(of: grid, row: row, width: newWidth)
                for column in 0..<newWidth {
                    target[row * newWidth + column] =
                        inner.contains(column)
                        ? mean(of: grid, column: column, row: row) { innerLevel(x: $0, y: $1, in: source) }
                        : mean(of: grid, column: column, row: row) { level(x: $0, y: $1, in: source) }
                }
            }
        }
        return GrayImage(checkedWidth: newWidth, height: newHeight, pixels: result)
    }

    /// The columns of a target row whose samples are all away from the image's edge; these are most, and read faster.
    private func inner(of grid: SamplingGrid, row: Int, width newWidth: Int) -> Range<Int> {
        func isInner(_ column: Int) -> Bool {
            [0, grid.down - 1].allSatisfy { below in
                [0, grid.along - 1].allSatisfy { beside in
                    let (x, y) = grid.place(column * grid.along + beside, across: row * grid.down + below)
                    return x > 0.51 && y > 0.51 && x < Float(width) - 0.51 && y < Float(height) - 0.51
                }
            }
        }
        guard let first = (0..<newWidth).first(where: isInner), let last = (first..<newWidth).last(where: isInner)
        else { return 0..<0 }
        return first..<last + 1
    }

    /// The mean of a target pixel's samples.
    @inline(__always)
    private func mean(of grid: SamplingGrid, column: Int, row: Int, level: (Float, Float) -> Float) -> UInt8 {
        var sum: Float = 0
        for below in 0..<grid.down {
            for beside in 0..<grid.along {
                let (x, y) = grid.place(column * grid.along + beside, across: row * grid.down + below)
                sum += level(x, y)
            }
        }
        return UInt8(min(max(sum * grid.share + 0.5, 0), 255))
    }

    /// The grey at a point, bilinear between pixel centres; the edge is repeated outside.
    @inline(__always)
    private func level(x: Float, y: Float, in pixels: Span<UInt8>) -> Float {
        let x = min(max(x - 0.5, 0), Float(width - 1))
        let y = min(max(y - 0.5, 0), Float(height - 1))
        let column = min(Int(x), max(width - 2, 0))
        let row = min(Int(y), max(height - 2, 0))
        return blend(
            pixels,
            at: row * width + column,
            right: width > 1 ? 1 : 0,
            down: height > 1 ? width : 0,
            by: (x - Float(column), y - Float(row))
        )
    }

    /// The grey at a point that is at least half a pixel inside the edge.
    @inline(__always)
    private func innerLevel(x: Float, y: Float, in pixels: Span<UInt8>) -> Float {
        let (x, y) = (x - 0.5, y - 0.5)
        let (column, row) = (Int32(x), Int32(y))
        return blend(
            pixels,
            at: Int(row) * width + Int(column),
            right: 1,
            down: width,
            by: (x - Float(column), y - Float(row))
        )
    }

    @inline(__always)
    private func blend(
        _ pixels: Span<UInt8>,
        at place: Int,
        right: Int,
        down: Int,
        by share: (x: Float, y: Float)
    ) -> Float {
        let upperLeft = Float(pixels[place])
        let lowerLeft = Float(pixels[place + down])
        let upper = upperLeft + (Float(pixels[place + right]) - upperLeft) * share.x
        let lower = lowerLeft + (Float(pixels[place + down + right]) - lowerLeft) * share.x
        return upper + (lower - upper) * share.y
    }
}
