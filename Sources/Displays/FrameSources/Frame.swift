package import Pixels

/// One picture of a stream.
package struct Frame: Sendable {
    /// What the picture consists of.
    package enum Content: Sendable {
        /// The bytes of an image file, as JPEG.
        case encoded([UInt8])
        /// Pixels.
        case color(ColorImage)
    }

    /// The picture.
    package let content: Content
    /// Its number in the stream, from 0; frames that were dropped leave gaps.
    package let number: Int
    /// When it was taken, from the stream's start; never falls.
    package let time: Duration
    /// Where it came from, as a file's path; nil for a camera.
    package let name: String?

    /// Makes a frame.
    package init(content: Content, number: Int, time: Duration, name: String? = nil) {
        (self.content, self.number, self.time, self.name) = (content, number, time, name)
    }
}
