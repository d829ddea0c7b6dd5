public import FoundationEssentials
public import VitalRecords

/// Assigns a device to a seat: its readings then belong to that seat.
public struct AssignDevice: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The user index on the device; absent covers every index without its own assignment, but not a scale's.
    public var userIndex: Int?
    /// The seat.
    @CheckedID public var seat: String
    /// The start, now when absent; earlier measurements are not covered.
    public var from: Date?
    /// Whether to only check the assignment, without making it.
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
    /// The user index on the device.
    public var userIndex: Int?
    /// The end, now when absent; later measurements have no owner.
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
    /// The user index on the device.
    @ExplicitNull public var userIndex: Int?
    /// The seat.
    @CheckedID public var seat: String
    /// The start.
    public var from: Date
    /// The end; null while the assignment is valid.
    @ExplicitNull public var until: Date?
    /// How many held readings it gave an owner; only in the reply to `assignDevice`.
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
    /// The seat that the device is assigned to.
    @ExplicitNull public var seat: String?
    /// The hub of the person who assigned it; `site` for a person at the server.
    @CheckedID public var hub: String
    /// The device.
    public var device: DeviceID
    /// The user index on the device; null for every index.
    @ExplicitNull public var userIndex: Int?
    /// The measurement time from which it applies.
    public var from: Date
    /// The seats that had the device before; empty if none had.
    public var before: [String]
    /// The account at the broker that assigned it.
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
    /// The total number of assignments.
    public var pages: Int?

    /// Makes a page.
    public init(assignments: [AssignmentView], page: Int? = nil, pages: Int? = nil) {
        self.assignments = assignments
        self.page = page
        self.pages = pages
    }
}
