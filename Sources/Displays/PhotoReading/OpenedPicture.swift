package import Leptonica
package import Pixels

/// A decoded picture with its relation to the original one.
package struct OpenedPicture: Sendable {
    /// The minimum longer side of a decoded photo, in pixels; more is not needed to find a display.
    package static let wholeSide = 1_600

    /// The upright picture, perhaps reduced.
    package let color: ColorImage
    /// A position in ``color``, times this, is the position in the original upright picture.
    package let scale: Int
    /// The width of the original upright picture, in pixels.
    package let width: Int
    /// The height of the original upright picture, in pixels.
    package let height: Int

    /// Wraps a decoded picture, such as a camera's frame.
    package init(_ color: ColorImage) {
        self.color = color
        scale = 1
        width = color.width
        height = color.height
    }

    private init(_ image: DecodedImage) {
        color = image.color
        scale = image.reduction
        width = image.fullWidth
        height = image.fullHeight
    }

    /// Opens a file.
    ///
    /// - Parameter isWhole: False if only a part of the picture is used, so that full detail is needed.
    /// - Throws: ``ImageError`` if the picture is unreadable.
    package static func open(path: String, isWhole: Bool = true) throws(ImageError) -> OpenedPicture {
        OpenedPicture(try ImageFile.read(path: path, limits: limits(isWhole)))
    }

    /// Opens a file's bytes.
    ///
    /// - Parameters:
    ///   - isWhole: False if only a part of the picture is used, so that full detail is needed.
    ///   - name: The name in messages.
    /// - Throws: ``ImageError`` if the picture is unreadable.
    package static func open(
        bytes: [UInt8],
        isWhole: Bool = true,
        name: String = "the image"
    ) throws(ImageError) -> OpenedPicture {
        OpenedPicture(try ImageFile.read(bytes: bytes, limits: limits(isWhole), name: name))
    }

    private static func limits(_ isWhole: Bool) -> ImageLimits {
        ImageLimits(wantedSide: isWhole ? wholeSide : 3 * wholeSide)
    }

    /// Converts a part of the original upright picture to the pixels of ``color``, clamped to them.
    func place(_ part: PixelRect) -> PixelRect {
        let part = part.clamped(width: width, height: height)
        let (left, top) = (part.x / scale, part.y / scale)
        let (right, bottom) = ((part.x + part.width + scale - 1) / scale, (part.y + part.height + scale - 1) / scale)
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
            .clamped(width: color.width, height: color.height)
    }
}
