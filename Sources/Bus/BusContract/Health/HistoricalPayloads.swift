public import MessageBus

/// Asks for whole past days.
public struct FetchHistoricalSets: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// The requested sets, one or several.
    public var sets: [HistoricalSet]
    /// The first local day, such as `2026-03-01`.
    ///
    /// Days more than 179 before today are left out; for intraday, more than 7.
    public var from: String
    /// The last local day; today when absent.
    public var to: String?

    /// Makes a request.
    public init(seat: String, sets: [HistoricalSet], from: String, to: String? = nil) {
        self.seat = seat
        self.sets = sets
        self.from = from
        self.to = to
    }
}

/// A historical fetch has begun.
public struct HistoricalFetch: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// The fetch's id.
    @CheckedID public var fetchID: String
    /// The sets that are fetched; intraday only if the session wants it.
    public var sets: [HistoricalSet]
    /// The first local day.
    public var from: String
    /// The last local day.
    public var to: String
    /// Departures from the request, with reasons.
    public var warnings: [String]

    /// Makes a reply.
    public init(seat: String, fetchID: String, sets: [HistoricalSet], from: String, to: String, warnings: [String]) {
        self.seat = seat
        self.fetchID = fetchID
        self.sets = sets
        self.from = from
        self.to = to
        self.warnings = warnings
    }
}

/// The number of records that a fetch has found in a set.
public struct HistoricalCount: Codable, Sendable, Hashable {
    /// The set.
    public var set: HistoricalSet
    /// The number of records found, new or not.
    public var records: Int

    /// Makes a count.
    public init(set: HistoricalSet, records: Int) {
        self.set = set
        self.records = records
    }
}

/// The progress of a historical fetch.
public struct HistoricalFetchProgress: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// The importer's hub.
    @CheckedID public var hub: String
    /// The fetch's id.
    @CheckedID public var fetchID: String
    /// Counts of each set so far.
    public var counts: [HistoricalCount]

    /// Makes an event.
    public init(seat: String?, hub: String, fetchID: String, counts: [HistoricalCount]) {
        self.seat = seat
        self.hub = hub
        self.fetchID = fetchID
        self.counts = counts
    }
}

/// A historical fetch has ended.
public struct HistoricalFetchCompleted: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// The importer's hub.
    @CheckedID public var hub: String
    /// The fetch's id.
    @CheckedID public var fetchID: String
    /// Counts of each set.
    public var counts: [HistoricalCount]
    /// Why the fetch stopped early; null if it finished.
    @ExplicitNull public var error: WireFault?

    /// Makes an event.
    public init(seat: String?, hub: String, fetchID: String, counts: [HistoricalCount], error: WireFault? = nil) {
        self.seat = seat
        self.hub = hub
        self.fetchID = fetchID
        self.counts = counts
        self.error = error
    }
}

/// Names historical fetches to end.
public struct CancelHistoricalFetch: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// The fetch; all of the seat's when absent.
    @CheckedID public var fetchID: String?

    /// Makes a request.
    public init(seat: String, fetchID: String? = nil) {
        self.seat = seat
        self.fetchID = fetchID
    }
}

/// The fetches that were ended.
public struct CancelledFetches: Codable, Sendable, Hashable {
    /// Their ids; empty if none was running.
    @CheckedID public var fetchIDs: [String]

    /// Makes a reply.
    public init(fetchIDs: [String]) {
        self.fetchIDs = fetchIDs
    }
}

/// A set of health types whose past can be fetched.
public struct HistoricalSet: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A day's activity.
    public static let routine = Self(rawValue: "routine")
    /// Workouts.
    public static let fitness = Self(rawValue: "fitness")
    /// Steps in short intervals.
    public static let intraday = Self(rawValue: "intraday")

    /// The values that this version knows.
    public static let known: [Self] = [.routine, .fitness, .intraday]
}
