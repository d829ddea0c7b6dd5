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
