package import Leptonica
package import Pixels

/// A picture that was decoded once, and how its places relate to the picture as it came.
package struct OpenedPicture: Sendable {
    /// The longer side that a photo is decoded with at least, in pixels; more is not needed to find a display.
    package static let wholeSide = 1_600

    /// The picture, upright, perhaps reduced.
    package let color: ColorImage
    /// A place in ``color``, times this, is the place in the upright picture as it came.
    package let scale: Int
    /// The width of the upright picture as it came, in pixels.
    package let width: Int
    /// The height of the upright picture as it came, in pixels.
    package let height: Int

    /// Takes a picture that is decoded already, such as a camera's frame.
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
    /// - Parameter isWhole: False where only a part of the picture is looked at, so that all its detail is wanted.
    /// - Throws: ``ImageError`` where it is no picture that can be read.
    package static func open(path: String, isWhole: Bool = true) throws(ImageError) -> OpenedPicture {
        OpenedPicture(try ImageFile.read(path: path, limits: limits(isWhole)))
    }

    /// Opens a file's bytes.
    ///
    /// - Parameters:
    ///   - isWhole: False where only a part of the picture is looked at, so that all its detail is wanted.
    ///   - name: What messages call it.
    /// - Throws: ``ImageError`` where it is no picture that can be read.
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

    /// A part of the upright picture as it came, in the pixels of ``color``, cut to them.
    func place(_ part: PixelRect) -> PixelRect {
        let part = part.clamped(width: width, height: height)
        let (left, top) = (part.x / scale, part.y / scale)
        let (right, bottom) = ((part.x + part.width + scale - 1) / scale, (part.y + part.height + scale - 1) / scale)
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
            .clamped(width: color.width, height: color.height)
    }
}
