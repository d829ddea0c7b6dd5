internal import BusContract

/// Why a camera, a stream or a folder gives no frames.
package struct FeedTrouble: Error, Sendable, Hashable {
    /// `denied`, `missing`, `busy`, or what else it is.
    package let reason: String
    /// What was seen, and the way out.
    package let message: String

    /// Makes one.
    package init(_ reason: String, message: String) {
        self.reason = reason
        self.message = message
    }

    /// Whether it is told as `ocrCameraUnavailable`.
    package var isUnavailable: Bool { OCRCameraUnavailable.Reason(rawValue: reason).isKnown }
}
