/// The picture of a frame, as delivered by a camera or file.
package enum FramePicture: Sendable {
    /// The bytes of a file: JPEG, PNG or another supported format.
    case encoded([UInt8])
    /// Red, green and blue, row by row from the top, three bytes per pixel.
    case rgb(width: Int, height: Int, pixels: [UInt8])
}
