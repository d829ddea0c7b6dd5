/// A grey image of one byte per pixel, 0 is black, row by row from the upper left.
package struct GrayImage: Hashable, Sendable {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The pixels, `width` times `height`.
    package private(set) var pixels: [UInt8]

    /// Creates an image; nil if the number of pixels is not `width` times `height`.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width >= 0, height >= 0, !width.multipliedReportingOverflow(by: height).overflow,
            pixels.count == width * height
        else { return nil }
        self.init(checkedWidth: width, height: height, pixels: pixels)
    }

    /// Creates an image of one grey; negative sizes count as 0.
    package init(width: Int, height: Int, filledWith gray: UInt8) {
        let (width, height) = (max(width, 0), max(height, 0))
        self.init(checkedWidth: width, height: height, pixels: [UInt8](repeating: gray, count: width * height))
    }

    init(checkedWidth width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The pixel in a column and row; outside, the edge is repeated, or 0 without pixels.
    package subscript(x: Int, y: Int) -> UInt8 {
        guard width > 0, height > 0 else { return 0 }
        return pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
    }

    /// The image at another size: area means for shrinking, bilinear for enlarging; negative sizes count as 0.
    package func resized(width: Int, height: Int) -> GrayImage {
        let (newWidth, newHeight) = (max(width, 0), max(height, 0))
        if newWidth == self.width, newHeight == self.height { return self }
        let result = Raster.resized(
            pixels,
            width: self.width,
            height: self.height,
            channels: 1,
            toWidth: newWidth,
            toHeight: newHeight
        )
        return GrayImage(checkedWidth: newWidth, height: newHeight, pixels: result)
    }

    /// The part of the image inside a rectangle.
    package func cropped(_ part: PixelRect) -> GrayImage {
        let part = part.clamped(width: width, height: height)
        let result = Raster.cropped(pixels, width: width, channels: 1, to: part)
        return GrayImage(checkedWidth: part.width, height: part.height, pixels: result)
    }

    /// The image at the upper left of a larger or smaller one, padded with a grey.
    package func padded(width newWidth: Int, height newHeight: Int, with gray: UInt8) -> GrayImage {
        var result = GrayImage(width: newWidth, height: newHeight, filledWith: gray)
        let columns = min(width, result.width)
        for row in 0..<min(height, result.height) {
            for column in 0..<columns {
                result.pixels[row * result.width + column] = pixels[row * width + column]
            }
        }
        return result
    }

    /// The mean of the pixels; 0 without pixels.
    package var mean: Double {
        guard !pixels.isEmpty else { return 0 }
        var sum = 0
        for pixel in pixels { sum += Int(pixel) }
        return Double(sum) / Double(pixels.count)
    }

    /// The standard deviation of the pixels; 0 without pixels.
    package var deviation: Double {
        guard !pixels.isEmpty else { return 0 }
        var (sum, squares) = (0, 0)
        for pixel in pixels {
            sum += Int(pixel)
            squares += Int(pixel) * Int(pixel)
        }
        let mean = Double(sum) / Double(pixels.count)
        return max(Double(squares) / Double(pixels.count) - mean * mean, 0).squareRoot()
    }
}
