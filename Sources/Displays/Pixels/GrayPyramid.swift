/// An image with versions of half its size, a quarter and so on, so that a small crop need not read every pixel.
package struct GrayPyramid: Sendable {
    /// The minimum longer side of a level, except the image itself.
    private static let smallestSide = 160

    /// The image itself, then each half the size of the one before.
    private let levels: [GrayImage]

    /// The image.
    package var image: GrayImage { levels[0] }

    /// Creates the levels of an image.
    package init(_ image: GrayImage) {
        var levels = [image]
        while let last = levels.last, max(last.width, last.height) >= 2 * Self.smallestSide, last.width > 1,
            last.height > 1
        {
            levels.append(last.halved)
        }
        self.levels = levels
    }

    /// The content of a turned box, upright, at a given size; see ``GrayImage/sampled(_:width:height:)``.
    package func sampled(_ box: OrientedBox, width: Int, height: Int) -> GrayImage {
        let scale = min(box.width / Double(max(width, 1)), box.height / Double(max(height, 1)))
        var (level, left) = (0, scale)
        while left >= 2, level + 1 < levels.count { (level, left) = (level + 1, left / 2) }
        return levels[level].sampled(box.scaled(by: 1 / Double(1 << level)), width: width, height: height)
    }
}

extension GrayImage {
    /// The image at half its size, each pixel the mean of four; an odd last column or row is dropped.
    var halved: GrayImage {
        let (newWidth, newHeight) = (width / 2, height / 2)
        var result = [UInt8](repeating: 0, count: newWidth * newHeight)
        let source = pixels.span
        var target = result.mutableSpan
        for row in 0..<newHeight {
            let (upper, lower) = (2 * row * width, (2 * row + 1) * width)
            for column in 0..<newWidth {
                let above = Int(source[upper + 2 * column]) + Int(source[upper + 2 * column + 1])
                let below = Int(source[lower + 2 * column]) + Int(source[lower + 2 * column + 1])
                target[row * newWidth + column] = UInt8(truncatingIfNeeded: (above + below + 2) / 4)
            }
        }
        return GrayImage(checkedWidth: newWidth, height: newHeight, pixels: result)
    }
}
