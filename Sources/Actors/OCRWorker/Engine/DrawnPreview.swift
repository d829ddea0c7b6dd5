package import BusContract

/// A frame as whoever holds the meter sees it.
package struct DrawnPreview: Sendable {
    /// The picture, JPEG.
    package var picture: [UInt8]
    /// Its width in pixels.
    package var width: Int
    /// Its height in pixels.
    package var height: Int
    /// Where the display belongs, in its pixels.
    package var frame: PictureArea
    /// Where a display was found, in its pixels.
    package var display: PictureArea?
    /// What helps, as `FramePreview.hints` has it.
    package var hints: [FramePreview.Hint]

    /// Makes a preview.
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

    /// As it goes over the bus.
    package func told(_ reference: PictureReference) -> FramePreview {
        FramePreview(picture: reference, width: width, height: height, frame: frame, display: display, hints: hints)
    }
}
