public import FoundationEssentials
public import VitalRecords

/// Says whose readings a device makes.
public struct AssignDevice: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The device's own user index; absent covers every index without an assignment of its own, but for a scale's.
    public var userIndex: Int?
    /// The seat.
    public var seat: String
    /// From when on, now when absent; measurements made earlier are not covered.
    public var from: Date?
    /// True asks only whether it would be taken: nothing is assigned.
    public var checkOnly: Bool?

    /// Makes a request.
    public init(
        device: DeviceID,
        userIndex: Int? = nil,
        seat: String,
        from: Date? = nil,
        checkOnly: Bool? = nil
    ) {
        self.device = device
        self.userIndex = userIndex
        self.seat = seat
        self.from = from
        self.checkOnly = checkOnly
    }
}

/// Ends an assignment.
public struct UnassignDevice: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The device's own user index.
    public var userIndex: Int?
    /// Until when it held, now when absent; measurements made from then on are nobody's.
    public var until: Date?

    /// Makes a request.
    public init(device: DeviceID, userIndex: Int? = nil, until: Date? = nil) {
        self.device = device
        self.userIndex = userIndex
        self.until = until
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
    /// How many held readings got their owner by it; only in the reply to `assignDevice`.
    public var owned: Int?

    /// Makes a view.
    public init(device: DeviceID, userIndex: Int?, seat: String, from: Date, until: Date?, owned: Int? = nil) {
        self.device = device
        self.userIndex = userIndex
        self.seat = seat
        self.from = from
        self.until = until
        self.owned = owned
    }
}

/// A page of the assignments.
public struct Assignments: Codable, Sendable, Hashable {
    /// The assignments, past ones included, the newest first.
    public var assignments: [AssignmentView]
    /// The page, from 1.
    public var page: Int?
    /// How many there are.
    public var pages: Int?

    /// Makes a page.
    public init(assignments: [AssignmentView], page: Int? = nil, pages: Int? = nil) {
        self.assignments = assignments
        self.page = page
        self.pages = pages
    }
}
