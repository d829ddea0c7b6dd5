package import VitalRecords
package import WorkQueue

/// Names one grant of one record or image.
package typealias WorkKey = GrantName<LogID>

extension GrantName where Work == LogID {
    /// The record, or the image by its own id.
    package var logID: LogID { work }

    /// Names a grant.
    package init(logID: LogID, fence: Int64) { self.init(logID, fence: fence) }
}
