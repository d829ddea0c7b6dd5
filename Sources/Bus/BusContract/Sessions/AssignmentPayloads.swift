public import FoundationEssentials
public import VitalRecords

/// Says whose readings a device makes.
public struct AssignDevice: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The device's own user index; absent covers every index without an assignment of its own, but for a scale's.
    public var userIndex: Int?
    /// The seat.
    @CheckedID public var seat: String
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
    @CheckedID public var seat: String
    /// From when on.
    public var from: Date
    /// Until when, null while it is valid.
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

/// A device was assigned.
public struct DeviceAssigned: Codable, Sendable, Hashable {
    /// The seat whose readings it makes.
    @ExplicitNull public var seat: String?
    /// The hub of the person; `site` for a person at the server.
    @CheckedID public var hub: String
    /// The device.
    public var device: DeviceID
    /// The device's own user index; null for every index.
    @ExplicitNull public var userIndex: Int?
    /// From which measurement time on.
    public var from: Date
    /// The seats whose device it was before; empty where it was nobody's.
    public var before: [String]
    /// Who said it: the name of an account at the broker.
    public var by: String

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        device: DeviceID,
        userIndex: Int?,
        from: Date,
        before: [String],
        by: String
    ) {
        self.seat = seat
        self.hub = hub
        self.device = device
        self.userIndex = userIndex
        self.from = from
        self.before = before
        self.by = by
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
