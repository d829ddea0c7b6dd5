/// The picture of a frame, as a camera or a file gives it.
package enum FramePicture: Sendable {
    /// A file's bytes: JPEG, PNG or what else is decoded.
    case encoded([UInt8])
    /// Red, green and blue, row by row from the top, three bytes a pixel.
    case rgb(width: Int, height: Int, pixels: [UInt8])
}
