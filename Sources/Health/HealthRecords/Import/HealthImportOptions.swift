public import FoundationEssentials
public import HealthInputs
public import HealthTypes
public import VitalRecords

/// How an input becomes readings.
public struct HealthImportOptions: Sendable {
    /// The sets that are wanted.
    public var sets: Set<HealthSet>
    /// The types that are wanted, as HealthKit names them; nil for all of the sets.
    public var types: Set<String>?
    /// The zone of the person's profile or of the configuration, by its name in the tz database.
    ///
    /// Nil takes the one that the input names most often.
    public var homeZone: String?
    /// The zone that earlier inputs of the person named, for inputs that name none.
    public var knownZone: String?
    /// The zone of the machine, where nothing says more of the person's.
    public var machineZone: String?
    /// The first local day that is wanted; nil for all.
    public var firstDay: LocalDay?
    /// The last local day that is wanted; nil for all.
    public var lastDay: LocalDay?
    /// The first local day of intraday steps that is wanted; nil for all.
    public var firstIntradayDay: LocalDay?
    /// Names of sources, the one that counts most first; others follow: watches, phones, the rest as the input has them.
    public var sourcePriority: [String] = []
    /// Whether values that a person typed count.
    public var includesUserEntered = true
    /// From one heart rate to the next at least, in seconds; 0 takes all.
    ///
    /// A watch writes hundreds a day, which a destination takes hours for.
    public var pulseInterval: Int64 = 900
    /// How long an interval of intraday steps is, in minutes.
    public var intradayMinutes: Int64 = 15
    /// How many days of intraday steps are made, the last one of the input included.
    public var intradayDays = 7
    /// How long a break in a night may be, in seconds; after a longer one another sleep begins.
    public var longestBreak: Int64 = 3_600
    /// How many bytes of samples are held at once; more of them take another pass over the input.
    public var memoryBudget = 16 << 20
    /// What names the input in reading keys, see ``ReadingKey/importSample(scope:type:source:start:end:ordinal:)``.
    public var scope: String
    /// The hub that readings come from.
    public var hub: HubID
    /// The seat that they are for.
    public var seat: SeatID?
    /// When the input was received.
    public var receivedAt: Date
    /// The platform that the data comes from.
    public var platform = "apple_health"

    /// Makes options; all but these have defaults.
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

    /// The clock of the person's zone as far as it is known, for inputs that have times without a zone; else that of UTC.
    public var clock: LocalClock {
        guard let clock = (homeZone ?? knownZone ?? machineZone).flatMap(ZoneClock.init) else { return .utc }
        return LocalClock { clock.instant(ofWallClock: $0) }
    }

    /// Whether a day is wanted.
    func includes(_ day: LocalDay) -> Bool {
        (firstDay.map { $0 <= day } ?? true) && (lastDay.map { day <= $0 } ?? true)
    }

    /// The moments that can lie in a wanted day, wherever the person was.
    var times: Range<Int64> {
        let first = firstDay.map { Int64($0.number - 2) * 86_400 } ?? .min
        let last = lastDay.map { Int64($0.number + 3) * 86_400 } ?? .max
        return first..<max(first, last)
    }
}

extension HealthImportOptions {
    /// Whether samples of a type are added up to days or nights, so that those of several files belong together.
    package func keeps(_ identifier: String) -> Bool {
        guard types?.contains(identifier) ?? true else { return false }
        return HealthMappingTable.rows(of: identifier, in: sets).contains { $0.aggregation.isOfDays }
    }
}

extension HealthAggregation {
    /// Whether its value is one of a whole day or night.
    var isOfDays: Bool {
        switch self {
        case .dayUnion, .dayHours, .dayTime, .daySum, .night, .interval: true
        case .sample, .occurrence, .pair, .workout, .none: false
        }
    }
}
