/// A colour image of three bytes per pixel (red, green, blue), row by row from the upper left.
package struct ColorImage: Hashable, Sendable {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The bytes, three times `width` times `height`.
    package let pixels: [UInt8]

    /// Creates an image; nil if the number of bytes is not three times `width` times `height`.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        let area = width.multipliedReportingOverflow(by: height)
        guard width >= 0, height >= 0, !area.overflow, area.partialValue <= Int.max / 3,
            pixels.count == 3 * area.partialValue
        else { return nil }
        self.init(checkedWidth: width, height: height, pixels: pixels)
    }

    /// Creates a colour image from a grey one.
    package init(_ image: GrayImage) {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(image.pixels.count * 3)
        for pixel in image.pixels {
            pixels.append(pixel)
            pixels.append(pixel)
            pixels.append(pixel)
        }
        self.init(checkedWidth: image.width, height: image.height, pixels: pixels)
    }

    private init(checkedWidth width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The luma by ITU-R BT.601: 0.299 red, 0.587 green, 0.114 blue.
    package var gray: GrayImage {
        let count = width * height
        var result = [UInt8](repeating: 0, count: count)
        let source = pixels.span
        var target = result.mutableSpan
        for index in 0..<count {
            let red = 19_595 * UInt32(source[3 * index])
            let green = 38_470 * UInt32(source[3 * index + 1])
            let blue = 7_471 * UInt32(source[3 * index + 2])
            target[index] = UInt8(truncatingIfNeeded: (red + green + blue + 32_768) >> 16)
        }
        return GrayImage(checkedWidth: width, height: height, pixels: result)
    }

    /// The image at another size: area means for shrinking, bilinear for enlarging; negative sizes count as 0.
    package func resized(width: Int, height: Int) -> ColorImage {
        let (newWidth, newHeight) = (max(width, 0), max(height, 0))
        let result = Raster.resized(
            pixels,
            width: self.width,
            height: self.height,
            channels: 3,
            toWidth: newWidth,
            toHeight: newHeight
        )
        return ColorImage(checkedWidth: newWidth, height: newHeight, pixels: result)
    }

    /// The part of the image inside a rectangle.
    package func cropped(_ part: PixelRect) -> ColorImage {
        let part = part.clamped(width: width, height: height)
        let result = Raster.cropped(pixels, width: width, channels: 3, to: part)
        return ColorImage(checkedWidth: part.width, height: part.height, pixels: result)
    }

    /// The image turned clockwise by quarter turns.
    package func turned(quarters: Int) -> ColorImage {
        let result = Raster.turned(pixels, width: width, height: height, channels: 3, quarters: quarters)
        let isUpright = quarters % 2 == 0
        return ColorImage(checkedWidth: isUpright ? width : height, height: isUpright ? height : width, pixels: result)
    }
}

extension ColorImage {
    /// The image in the portable pixmap format (`P6`, 8 bits per channel).
    package var ppm: [UInt8] { Array("P6\n\(width) \(height)\n255\n".utf8) + pixels }
}
