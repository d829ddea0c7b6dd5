internal import BusContract

/// Why a camera, a stream or a folder delivers no frames.
package struct FeedTrouble: Error, Sendable, Hashable {
    /// A code such as `denied`, `missing` or `busy`.
    package let reason: String
    /// The finding and the remedy.
    package let message: String

    /// Creates an error.
    package init(_ reason: String, message: String) {
        self.reason = reason
        self.message = message
    }

    /// Whether it is published as `ocrCameraUnavailable`.
    var isUnavailable: Bool { OCRCameraUnavailable.Reason(rawValue: reason).isKnown }
}
