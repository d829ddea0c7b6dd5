public import FoundationEssentials
public import VitalRecords

/// Says whose readings a device makes.
public struct AssignDevice: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The device's own user index; absent covers every index without an assignment of its own.
    public var userIndex: Int?
    /// The seat.
    public var seat: String
    /// From when on, now when absent; measurements made earlier are not covered.
    public var from: Date?

    /// Makes a request.
    public init(device: DeviceID, userIndex: Int? = nil, seat: String, from: Date? = nil) {
        self.device = device
        self.userIndex = userIndex
        self.seat = seat
        self.from = from
    }
}

/// Ends an assignment.
public struct UnassignDevice: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The device's own user index.
    public var userIndex: Int?

    /// Makes a request.
    public init(device: DeviceID, userIndex: Int? = nil) {
        self.device = device
        self.userIndex = userIndex
    }
}

/// One assignment.
public struct AssignmentView: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The device's own user index.
    @ExplicitNull public var userIndex: Int?
    /// The seat.
    public var seat: String
    /// From when on.
    public var from: Date
    /// Until when, null when it stands.
    @ExplicitNull public var until: Date?

    /// Makes a view.
    public init(device: DeviceID, userIndex: Int?, seat: String, from: Date, until: Date?) {
        self.device = device
        self.userIndex = userIndex
        self.seat = seat
        self.from = from
        self.until = until
    }
}

/// The assignments.
public struct Assignments: Codable, Sendable, Hashable {
    /// All, the newest first.
    public var assignments: [AssignmentView]

    /// Makes a list.
    public init(assignments: [AssignmentView]) {
        self.assignments = assignments
    }
}
