internal import ArgumentParser
internal import FoundationEssentials
internal import HealthRecords
internal import HealthTypes
internal import VitalRecords

/// The part of an export to import, and how.
struct ImportChoice: ParsableArguments {
    @Option(help: ArgumentHelp("The seat that the data belongs to.", valueName: "seat")) var seat: String?
    @Option(
        help: ArgumentHelp(
            """
            Sets, separated by commas: routine, diabetes, weight, fitness, sleep, basicNutrition, reproductiveHealth, \
            biometrics, and intraday. Default: all that the session's destination accepts, except intraday; a dry run \
            counts reproductiveHealth only if you name it.
            """,
            valueName: "sets"
        )
    ) var sets: String?
    @Option(help: ArgumentHelp("The first local day, like 2026-03-01.", valueName: "date")) var from: String?
    @Option(help: ArgumentHelp("The last local day.", valueName: "date")) var to: String?
    @Option(help: ArgumentHelp("The person's home zone, like Europe/Berlin.", valueName: "zone")) var zone: String?
    @Option(
        help: ArgumentHelp(
            "Names of sources, separated by commas, in order of preference. Watches, phones and others follow.",
            valueName: "names"
        )
    ) var sources: String?
    @Flag(help: "Import every heart rate instead of one per quarter of an hour.") var allHeartRates = false

    /// The choice as options of an import.
    ///
    /// - Throws: ``CommandFailure`` with the option.
    func options() throws -> HealthImportOptions {
        var options = HealthImportOptions(
            sets: try chosenSets(),
            scope: "file",
            hub: try Self.hub(),
            seat: try seat.map(Self.seat),
            receivedAt: Date()
        )
        options.firstDay = try from.map { try HealthCommand.day($0, option: "--from") }
        options.lastDay = try to.map { try HealthCommand.day($0, option: "--to") }
        options.homeZone = try zone.map(Self.zone)
        options.machineZone = TimeZone.current.identifier
        options.sourcePriority = sources.map { $0.split(separator: ",").map(Self.trimmed) } ?? []
        if allHeartRates { options.pulseInterval = 0 }
        return options
    }

    private func chosenSets() throws -> Set<HealthSet> {
        // Most sessions' destinations do not accept menstrual cycle data.
        guard let sets else { return Set(HealthSet.subscribable).subtracting([.reproductiveHealth]) }
        return Set(
            try sets.split(separator: ",").map {
                try HealthCommand.set(Self.trimmed($0), among: HealthSet.allCases, option: "--sets: ")
            }
        )
    }

    private static func zone(_ name: String) throws -> String {
        guard TimeZoneName.isKnown(name) else {
            throw CommandFailure.input("--zone: unknown zone '\(name)'; use a name like Europe/Berlin")
        }
        return name
    }

    private static func seat(_ text: String) throws -> SeatID {
        guard let seat = SeatID(rawValue: text) else {
            throw CommandFailure.input("--seat: '\(text)' is not a seat's name")
        }
        return seat
    }

    /// Records of a dry run are never sent.
    private static func hub() throws -> HubID {
        guard let hub = HubID(rawValue: "dry-run") else { throw CommandFailure.input("no hub") }
        return hub
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
