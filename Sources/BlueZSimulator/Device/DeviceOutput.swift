/// What a virtual device does.
package enum DeviceOutput: Equatable, Sendable {
    /// It begins or stops to advertise.
    case advertising(Bool)
    /// It sends a stored reading as an indication and waits for the confirmation.
    case indicate(UInt16, StoredReading)
    /// It sends a notification.
    case notify(UInt16, [UInt8])
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
}
