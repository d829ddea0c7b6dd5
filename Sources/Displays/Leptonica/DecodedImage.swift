package import Pixels

/// An image that was read, upright, and how it relates to its file.
package struct DecodedImage: Hashable, Sendable {
    /// The image, turned as its file says, transparent parts on white.
    package let color: ColorImage
    /// The file's format.
    package let format: ImageFormat
    /// By what each side was divided: 1, 2, 4 or 8.
    ///
    /// A place in ``color``, times this, is the place in the upright image of the file.
    package let reduction: Int
    /// How the file's pixels were turned to make the image upright.
    package let orientation: ImageOrientation
    /// The width of the file's image when upright, in pixels.
    package let fullWidth: Int
    /// The height of the file's image when upright, in pixels.
    package let fullHeight: Int
}
