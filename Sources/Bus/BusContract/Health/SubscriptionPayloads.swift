public import FoundationEssentials

/// Names a set of health types.
public struct SampleTypesRequest: Codable, Sendable, Hashable {
    /// The set.
    public var set: SampleSet

    /// Makes a request.
    public init(set: SampleSet) {
        self.set = set
    }
}

/// The health types of a set.
public struct SampleTypes: Codable, Sendable, Hashable {
    /// The set.
    public var set: SampleSet
    /// HealthKit's identifiers of its types.
    public var sampleTypes: [String]

    /// Makes a reply.
    public init(set: SampleSet, sampleTypes: [String]) {
        self.set = set
        self.sampleTypes = sampleTypes
    }
}

/// Replaces a session's subscriptions.
public struct SetSubscriptions: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// HealthKit's identifiers, of one or several sets; empty stops, absent leaves them unchanged.
    public var sampleTypes: [String]?
    /// Whether to import steps in short intervals too; absent leaves it unchanged, false at first.
    public var processIntraday: Bool?

    /// Makes a request.
    public init(seat: String, sampleTypes: [String]?, processIntraday: Bool? = nil) {
        self.seat = seat
        self.sampleTypes = sampleTypes
        self.processIntraday = processIntraday
    }
}

/// The exported data that a seat's session wants.
public struct Subscriptions: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// The session.
    @CheckedID public var sessionID: String
    /// The session's user as a keyed hash: equal for equal users, and it reveals nothing about them.
    public var person: String
    /// The interface that receives the session's records.
    public var apiVersion: CloudAPI
    /// Whether it is the default user's, for whom nothing is imported.
    public var defaultUser: Bool
    /// When the session began.
    public var startedAt: Date
    /// HealthKit's identifiers.
    public var sampleTypes: [String]
    /// Whether to import steps in short intervals too.
    public var processIntraday: Bool
    /// Departures from the request, with reasons.
    public var warnings: [String]

    /// Makes a reply.
    public init(
        seat: String,
        sessionID: String,
        person: String,
        apiVersion: CloudAPI,
        defaultUser: Bool,
        startedAt: Date,
        sampleTypes: [String],
        processIntraday: Bool,
        warnings: [String] = []
    ) {
        self.seat = seat
        self.sessionID = sessionID
        self.person = person
        self.apiVersion = apiVersion
        self.defaultUser = defaultUser
        self.startedAt = startedAt
        self.sampleTypes = sampleTypes
        self.processIntraday = processIntraday
        self.warnings = warnings
    }
}

/// A set of health types, grouped as in the mobile SDK's guide.
public struct SampleSet: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A day's activity.
    public static let routine = Self(rawValue: "routine")
    /// Glucose.
    public static let diabetes = Self(rawValue: "diabetes")
    /// Weight and body composition.
    public static let weight = Self(rawValue: "weight")
    /// Workouts.
    public static let fitness = Self(rawValue: "fitness")
    /// Sleep.
    public static let sleep = Self(rawValue: "sleep")
    /// Food and drink.
    public static let basicNutrition = Self(rawValue: "basicNutrition")
    /// The menstrual cycle; only the legacy API accepts it.
    public static let reproductiveHealth = Self(rawValue: "reproductiveHealth")
    /// Vital signs.
    public static let biometrics = Self(rawValue: "biometrics")

    /// The values that this version knows.
    public static let known: [Self] = [
        .routine, .diabetes, .weight, .fitness, .sleep, .basicNutrition, .reproductiveHealth, .biometrics,
    ]
}
