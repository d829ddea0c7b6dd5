extension GrayImage {
    /// What lies in a turned box, read upright, at a size of its own.
    ///
    /// Every new pixel is the mean of as many bilinear samples as its area needs, up to 8 each way. Outside the image
    /// its edge goes on. An image without pixels gives 0; sizes below 0 count as 0.
    package func sampled(_ box: OrientedBox, width newWidth: Int, height newHeight: Int) -> GrayImage {
        let (newWidth, newHeight) = (max(newWidth, 0), max(newHeight, 0))
        var result = [UInt8](repeating: 0, count: newWidth * newHeight)
        let numbers = [box.center.x, box.center.y, box.width, box.height, box.angle]
        if width > 0, height > 0, !result.isEmpty, numbers.allSatisfy({ abs($0) < 1e8 }) {
            let grid = SamplingGrid(box, width: newWidth, height: newHeight)
            let source = pixels.span
            for row in 0..<newHeight {
                for column in 0..<newWidth {
                    result[row * newWidth + column] = mean(of: grid, column: column, row: row, in: source)
                }
            }
        }
        return GrayImage(checkedWidth: newWidth, height: newHeight, pixels: result)
    }

    /// The grey at a point, in 256ths, bilinear between the centres of the pixels around it; the edge goes on outside.
    @inline(__always)
    func level(x: Float, y: Float, in pixels: Span<UInt8>) -> Float {
        let right = Float(width - 1)
        let bottom = Float(height - 1)
        let x = min(max(x - 0.5, 0), right)
        let y = min(max(y - 0.5, 0), bottom)
        let column = min(Int(x), max(width - 2, 0))
        let row = min(Int(y), max(height - 2, 0))
        let toRight = width > 1 ? 1 : 0
        let down = height > 1 ? width : 0
        let (dx, dy) = (x - Float(column), y - Float(row))
        let place = row * width + column
        let upperLeft = Float(pixels[place])
        let lowerLeft = Float(pixels[place + down])
        let upper = upperLeft + (Float(pixels[place + toRight]) - upperLeft) * dx
        let lower = lowerLeft + (Float(pixels[place + down + toRight]) - lowerLeft) * dx
        return upper + (lower - upper) * dy
    }

    @inline(__always)
    private func mean(of grid: SamplingGrid, column: Int, row: Int, in pixels: Span<UInt8>) -> UInt8 {
        var sum: Float = 0
        for below in 0..<grid.down {
            let across = Float(row * grid.down + below) + 0.5
            for beside in 0..<grid.along {
                let along = Float(column * grid.along + beside) + 0.5
                sum += level(
                    x: grid.startX + along * grid.alongX + across * grid.acrossX,
                    y: grid.startY + along * grid.alongY + across * grid.acrossY,
                    in: pixels
                )
            }
        }
        return UInt8(min(max(sum * grid.share + 0.5, 0), 255))
    }
}
