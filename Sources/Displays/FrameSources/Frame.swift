package import Pixels
import Synchronization

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

/// Why a source gives no frames, or no more.
package struct FrameSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure; the first three are those of `ocrCameraUnavailable`.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// This process may not open the camera, or the server wants credentials.
        case denied
        /// There is no such camera, file or server, or it is none that gives pictures, or it went away.
        case missing
        /// Another program uses the camera.
        case busy
        /// The source gives no picture format that is understood here.
        case unsupported
        /// The stream broke off or broke its format.
        case broken
    }

    /// The kind of failure.
    package let code: Code
    /// What failed and what can be done about it.
    package let message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// The kind and the message in one line.
    package var description: String { "\(code.rawValue): \(message)" }
}

/// How many frames nobody had time for.
package final class DropCounter: Sendable {
    private let value = Mutex(0)

    /// Starts at none.
    package init() {}

    /// The number so far.
    package var count: Int { value.withLock { $0 } }

    func increase() {
        value.withLock { $0 += 1 }
    }
}
