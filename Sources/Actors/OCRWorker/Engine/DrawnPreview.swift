package import BusContract

/// A frame as shown to the person who holds the meter.
package struct DrawnPreview: Sendable {
    /// The picture as JPEG.
    package var picture: [UInt8]
    /// Its width in pixels.
    package var width: Int
    /// Its height in pixels.
    package var height: Int
    /// The target area for the display, in the picture's pixels.
    package var frame: PictureArea
    /// The area of the display found, in the picture's pixels.
    package var display: PictureArea?
    /// The hints for the person, as in `FramePreview.hints`.
    package var hints: [FramePreview.Hint]

    /// Creates a preview.
    package init(
        picture: [UInt8],
        width: Int,
        height: Int,
        frame: PictureArea,
        display: PictureArea?,
        hints: [FramePreview.Hint]
    ) {
        self.picture = picture
        self.width = width
        self.height = height
        self.frame = frame
        self.display = display
        self.hints = hints
    }

    /// The preview as sent over the bus.
    func told(_ reference: PictureReference) -> FramePreview {
        FramePreview(picture: reference, width: width, height: height, frame: frame, display: display, hints: hints)
    }
}
