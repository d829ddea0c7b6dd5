package import VitalRecords

/// Names one grant of one record or image.
package struct WorkKey: Sendable, Hashable {
    /// The record, or the image by its own id.
    package let logID: LogID
    /// The grant's number.
    package let fence: Int64

    /// Names a grant.
    package init(logID: LogID, fence: Int64) {
        self.logID = logID
        self.fence = fence
    }
}
