/// What a virtual device does.
package enum DeviceOutput: Equatable, Sendable {
    /// It begins or stops to advertise.
    case advertising(Bool)
    /// It sends a frame of a stored reading as an indication and waits for the confirmation.
    case indicate(DeviceFrame, StoredReading)
    /// It answers on a control point by an indication.
    case answer(DeviceFrame)
    /// It sends a notification.
    case notify(DeviceFrame)
    /// It notifies a stored record, the n-th of a report, from 1.
    case record(StoredReading, place: Int)
    /// A report has no more records; ``DeviceInput/endReport`` lets it end.
    case reportEnds
    /// It repeats a frame without an end.
    case flood(DeviceFrame)
    /// It ends the link.
    case disconnect
    /// A reading was taken and stored.
    case measured(StoredReading)
    /// A reading was confirmed and erased.
    case erased(StoredReading)
    /// A CCCD write had no effect.
    case ignoredSubscription(UInt16)
    /// The clock was written; the new time minus the old one.
    case clockSet(shift: Int)
    /// Something for the log, in words.
    case told(GroundTruthEvent.Kind, String)
}
