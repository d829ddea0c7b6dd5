public import FoundationEssentials

/// Whose readings a device's are, for an interval of measurement times.
public struct DeviceAssignment: Sendable, Hashable {
    /// The row's number.
    public let id: Int64
    /// The device's UUID.
    public let device: String
    /// The device's own user index; nil for all of them.
    public let userIndex: Int?
    /// The seat.
    public let seat: String
    /// From when on.
    public let from: Date
    /// Until when, not including it; nil while it lasts.
    public let until: Date?
}
