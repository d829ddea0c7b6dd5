public import FoundationEssentials
public import HealthInputs
public import HealthTypes
public import VitalRecords

/// The options of an import.
public struct HealthImportOptions: Sendable {
    /// The wanted sets.
    public var sets: Set<HealthSet>
    /// The wanted HealthKit types; nil for all of the sets.
    public var types: Set<String>?
    /// The zone of the person's profile or of the configuration, by its name in the tz database.
    ///
    /// Nil selects the zone that the input names most often.
    public var homeZone: String?
    /// The zone from earlier inputs of the person, for inputs without one.
    public var knownZone: String?
    /// The machine's zone, if nothing else is known.
    public var machineZone: String?
    /// The first wanted local day; nil for all.
    public var firstDay: LocalDay?
    /// The last wanted local day; nil for all.
    public var lastDay: LocalDay?
    /// The first wanted local day of intraday steps; nil for all.
    public var firstIntradayDay: LocalDay?
    /// The names of sources in order of precedence; watches, phones, and others follow in the order of the input.
    public var sourcePriority: [String] = []
    /// Whether values that a person typed are included.
    public var includesUserEntered = true
    /// The minimum interval between heart rates in seconds; 0 takes all.
    ///
    /// A watch writes hundreds a day, which a destination would need hours to take.
    public var pulseInterval: Int64 = 900
    /// The length of an interval of intraday steps, in minutes.
    public var intradayMinutes: Int64 = 15
    /// The number of days of intraday steps, up to the last one of the input.
    public var intradayDays = 7
    /// The longest break within a night, in seconds; a longer one starts another sleep.
    public var longestBreak: Int64 = 3_600
    /// The memory for samples in bytes; more samples need another pass over the input.
    public var memoryBudget = 16 << 20
    /// The input's scope in reading keys, see ``ReadingKey/importSample(scope:type:source:start:end:ordinal:)``.
    public var scope: String
    /// The hub of the readings.
    public var hub: HubID
    /// The seat of the readings.
    public var seat: SeatID?
    /// The time when the input was received.
    public var receivedAt: Date
    /// The platform of the data.
    public var platform = "apple_health"

    /// Creates options; all others have defaults.
    public init(
        sets: Set<HealthSet> = Set(HealthSet.subscribable),
        scope: String,
        hub: HubID,
        seat: SeatID? = nil,
        receivedAt: Date
    ) {
        self.sets = sets
        self.scope = scope
        self.hub = hub
        self.seat = seat
        self.receivedAt = receivedAt
    }

    /// The clock of the person's zone, for inputs that have times without a zone; UTC if no zone is known.
    public var clock: LocalClock {
        guard let clock = (homeZone ?? knownZone ?? machineZone).flatMap(ZoneClock.init) else { return .utc }
        return LocalClock { clock.instant(ofWallClock: $0) }
    }

    /// Whether a day is wanted.
    func includes(_ day: LocalDay) -> Bool {
        (firstDay.map { $0 <= day } ?? true) && (lastDay.map { day <= $0 } ?? true)
    }

    /// The range of times that can belong to a wanted day in any zone.
    var times: Range<Int64> {
        let first = firstDay.map { Int64($0.number - 2) * 86_400 } ?? .min
        let last = lastDay.map { Int64($0.number + 3) * 86_400 } ?? .max
        return first..<max(first, last)
    }
}

extension HealthImportOptions {
    /// Whether samples of a type are added up to days or nights, so that several files contribute to one record.
    package func keeps(_ identifier: String) -> Bool {
        guard types?.contains(identifier) ?? true else { return false }
        return HealthMappingTable.rows(of: identifier, in: sets).contains { $0.aggregation.isOfDays }
    }
}

extension HealthAggregation {
    /// Whether its value covers a whole day or night.
    var isOfDays: Bool {
        switch self {
        case .dayUnion, .dayHours, .dayTime, .daySum, .night, .interval: true
        case .sample, .occurrence, .pair, .workout, .none: false
        }
    }
}
