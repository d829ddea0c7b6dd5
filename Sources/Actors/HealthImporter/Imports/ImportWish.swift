internal import BusContract
internal import HealthRecords
internal import HealthTypes
internal import MessageBus

/// Selects the data to take from an input.
struct ImportWish: Codable, Sendable, Hashable {
    /// The sets; nil for those of the sample types.
    var sets: [String]?
    /// HealthKit's identifiers; nil for all in the sets.
    var sampleTypes: [String]?
    /// The first local day, like `2026-03-01`.
    var from: String?
    /// The last local day.
    var to: String?
    /// The first local day of intraday data.
    var intradayFrom: String?
    var zone: String?
    var sources: [String]?
    var allHeartRates = false
    var confirmsPerson = false
    /// The user of a device with several users; nil for a device with a single user.
    var userIndex: Int?
    /// The files to read; nil for the import's own file.
    var paths: [String]?

    /// The default selection: the sets that the session subscribes to and its destination accepts.
    init(_ subscriptions: Subscriptions) {
        let (types, api) = (subscriptions.sampleTypes, subscriptions.apiVersion.rawValue)
        let lost = Set(HealthPlaces.withoutPlace(types, api: api))
        sampleTypes = types.filter { !lost.contains($0) }
        var wanted = HealthSet.subscribable.filter { set in
            HealthMappingTable.identifiers(of: set).contains { types.contains($0) && !lost.contains($0) }
        }
        if subscriptions.processIntraday, types.contains(HealthIdentifier.steps),
            HealthPlaces.takes(.intraday, api: api)
        {
            wanted.append(.intraday)
        }
        sets = wanted.map(\.rawValue)
    }

    /// The selection that a person requests.
    ///
    /// Named sets must be accepted by the session's destination; without names, all accepted sets are taken.
    ///
    /// - Parameter api: The session's `apiVersion`.
    /// - Throws: `BusError` `invalidArgument` that names the invalid part.
    init(_ body: ImportFile, api: String) throws {
        let named = try body.sets?.map(Self.set)
        if let lost = named?.first(where: { !HealthPlaces.takes($0, api: api) }) {
            throw BusError(
                .invalidArgument,
                message: "the session's \(api) API does not accept \(lost.rawValue): leave it out"
            )
        }
        sets = (named ?? HealthSet.subscribable.filter { HealthPlaces.takes($0, api: api) }).map(\.rawValue)
        from = try body.from.map { try Self.day($0, field: "from").description }
        to = try body.to.map { try Self.day($0, field: "to").description }
        zone = try body.zone.map(Self.zone)
        sources = body.sources
        allHeartRates = body.allHeartRates ?? false
        confirmsPerson = body.confirmsPerson ?? false
        userIndex = body.userIndex
        guard Self.userIndices.contains(userIndex ?? 0) else {
            throw BusError(.invalidArgument, message: "userIndex must be a number from 0 to 4095")
        }
    }

    /// The possible user numbers of a device.
    private static let userIndices = 0...4_095

    /// The selection of a historical fetch.
    init(sets: [HealthSet], window: HistoricalWindow, paths: [String]) {
        self.sets = sets.map(\.rawValue)
        from = window.first.description
        to = window.last.description
        intradayFrom = window.firstIntraday.description
        self.paths = paths
    }

    /// Applies the selection to an import's options.
    func apply(to options: inout HealthImportOptions) {
        options.sets = Set((sets ?? []).compactMap(HealthSet.init(rawValue:)))
        options.types = sampleTypes.map(Set.init)
        options.firstDay = from.flatMap { LocalDay($0) }
        options.lastDay = to.flatMap { LocalDay($0) }
        options.firstIntradayDay = intradayFrom.flatMap { LocalDay($0) }
        if let zone { options.homeZone = zone }
        if let sources { options.sourcePriority = sources }
        if allHeartRates { options.pulseInterval = 0 }
    }

    /// Parses a set's name.
    static func set(_ name: String) throws -> HealthSet {
        guard let set = HealthSet(rawValue: name) else {
            let all = HealthSet.allCases.map(\.rawValue).joined(separator: ", ")
            throw BusError(.invalidArgument, message: "unknown set '\(name.prefix(64))'; use one of \(all)")
        }
        return set
    }

    /// Parses a local day.
    static func day(_ text: String, field: String) throws -> LocalDay {
        guard let day = LocalDay(text) else {
            throw BusError(.invalidArgument, message: "\(field) is not a date like 2026-03-01")
        }
        return day
    }

    private static func zone(_ name: String) throws -> String {
        guard TimeZoneName.isKnown(name) else {
            throw BusError(
                .invalidArgument,
                message: "unknown zone '\(name.prefix(64))'; use a name like Europe/Berlin"
            )
        }
        return name
    }
}
