@_exported public import CodedErrors
package import Pixels
import Synchronization

/// A picture of a stream.
package struct Frame: Sendable {
    /// The form of the picture.
    package enum Content: Sendable {
        /// The bytes of an image file, such as JPEG.
        case encoded([UInt8])
        /// Decoded pixels.
        case color(ColorImage)
    }

    /// The picture.
    package let content: Content
    /// The number in the stream, from 0; dropped frames leave gaps.
    package let number: Int
    /// The time since the start of the stream; never decreases.
    package let time: Duration
    /// The path of its file; nil for a camera.
    package let name: String?

    /// Creates a frame.
    package init(content: Content, number: Int, time: Duration, name: String? = nil) {
        (self.content, self.number, self.time, self.name) = (content, number, time, name)
    }
}

/// An error of a source that gives no frames, or no more.
package typealias FrameSourceError = CodedError<FrameSourceErrorCode>

/// The kind of a ``FrameSourceError``; the first three are those of `ocrCameraUnavailable`.
package enum FrameSourceErrorCode: String, ErrorCode {
    /// The process lacks the right to open the camera, or the server requires credentials.
    case denied
    /// The camera, file or server does not exist, gives no pictures, or was removed.
    case missing
    /// Another program uses the camera.
    case busy
    /// The source has no supported picture format.
    case unsupported
    /// The stream broke off or is malformed.
    case broken
}

/// The number of frames dropped because the reader was too slow.
package final class DropCounter: Sendable {
    private let value = Mutex(0)

    /// Starts at 0.
    package init() {}

    /// The number of dropped frames.
    package var count: Int { value.withLock { $0 } }

    func increase() {
        value.withLock { $0 += 1 }
    }
}
