package import Leptonica
package import Pixels

/// A decoded picture with its relation to the original one.
package struct OpenedPicture: Sendable {
    /// The minimum longer side of a decoded photo in pixels, which suffices to find a display.
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
    /// - Parameter isWhole: False if only a part of the picture is used, which needs full detail.
    /// - Throws: ``ImageError`` if the picture is unreadable.
    package static func open(path: String, isWhole: Bool = true) throws(ImageError) -> OpenedPicture {
        OpenedPicture(try ImageFile.read(path: path, limits: limits(isWhole)))
    }

    /// Opens a file's bytes.
    ///
    /// - Parameters:
    ///   - isWhole: False if only a part of the picture is used, which needs full detail.
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

    /// Converts a request's box to the pixels of ``color``; nil without a box.
    func place(_ request: RecognitionRequest) -> PlacedBox? {
        guard let box = request.box else { return nil }
        guard request.boxAngle != 0 else {
            let part = place(box)
            return PlacedBox(turned: OrientedBox(part), bounds: part)
        }
        let turned = OrientedBox(box, angle: request.boxAngle).scaled(by: 1 / Double(scale))
        let inside = turned.clamped(width: color.width, height: color.height)
        let none = PixelRect(x: 0, y: 0, width: 0, height: 0)
        return PlacedBox(
            turned: turned,
            bounds: inside?.bounds.clamped(width: color.width, height: color.height) ?? none
        )
    }

    /// Converts a part of the original upright picture to the pixels of ``color``, clamped to them.
    private func place(_ part: PixelRect) -> PixelRect {
        let part = part.clamped(width: width, height: height)
        let (left, top) = (part.x / scale, part.y / scale)
        let (right, bottom) = ((part.x + part.width + scale - 1) / scale, (part.y + part.height + scale - 1) / scale)
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
            .clamped(width: color.width, height: color.height)
    }
}

/// The display's box in the pixels of a picture.
struct PlacedBox {
    /// The rotated box.
    let turned: OrientedBox
    /// The upright rectangle around the box's part inside the picture; empty if there is none.
    let bounds: PixelRect

    /// The box in a part of the picture.
    func inside(_ part: PixelRect) -> PlacedBox {
        PlacedBox(
            turned: turned.moved(byX: -Double(part.x), y: -Double(part.y)),
            bounds: PixelRect(x: bounds.x - part.x, y: bounds.y - part.y, width: bounds.width, height: bounds.height)
        )
    }
}
