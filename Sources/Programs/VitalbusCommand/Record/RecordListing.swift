internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import MessageBus
internal import SiteHealth
internal import VitalRecords

/// The command `vitalbus record list`.
struct RecordListing: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List a person's readings, newest first, delivered or waiting. --plot draws curves.",
        discussion: """
            A delivered reading stays here for 'records.keep', 90 days by default. The list shows the seat's present \
            user, --before those of earlier users. A time is a day like 2026-03-01, or RFC 3339.

            Example: vitalbus record list --seat bed-a --from 2026-03-01 --plot systolic,diastolic
            """
    )

    /// The meaning of --plot without metrics.
    private static let everyMetric = "all"
    /// The most records in a list and in a chart by default.
    private static let limits = (list: 50, plot: 2_000)

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat. Default: the one with the name of the hub.", valueName: "id")) var seat:
        String?
    @Option(help: ArgumentHelp("Only readings from this time on.", valueName: "time")) var from: String?
    @Option(help: ArgumentHelp("Only readings before this time; a day includes its end.", valueName: "time"))
    var to: String?
    @Option(help: ArgumentHelp("Only readings of this metric; may be repeated.", valueName: "metric"))
    var metric: [String] = []
    @Option(help: ArgumentHelp("The most readings to list. Default: 50, with --plot 2000.", valueName: "n")) var limit:
        Int?
    @Flag(help: "Only readings of earlier users of the seat.") var before = false
    @Option(help: ArgumentHelp("Only this user's readings, including earlier sessions.", valueName: "user")) var user:
        String?
    @Option(
        name: .customLong("plot"),
        defaultAsFlag: Self.everyMetric,
        help: ArgumentHelp(
            "Draw a curve of each metric, or of those named here, such as heart-rate,spo2.",
            valueName: "metrics"
        )
    )
    var plotted: String?
    @Flag(help: "Print the readings as JSON, one per line.") var json = false

    /// Whether curves are drawn.
    private var plot: Bool { plotted != nil }

    func validate() throws {
        guard limit ?? 1 > 0 else { throw ValidationError("--limit must be 1 or more.") }
        guard !(plot && json) else { throw ValidationError("--plot and --json exclude each other.") }
        guard user == nil || !before else { throw ValidationError("--before and --user exclude each other.") }
        guard !(plot && before) else { throw ValidationError("--plot draws one person's curve: name one with --user.") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let (begin, end) = (
            try from.map { try LocalTime.moment($0, of: "--from") },
            try to.map { try LocalTime.moment($0, of: "--to", isEnd: true) }
        )
        let drawn = try Self.metrics(plotted ?? Self.everyMetric)
        let most = limit ?? (plot ? Self.limits.plot : Self.limits.list)
        let found = try await place.connect { [seat, metric, before, user] connection, hub in
            let seat = try await Resolver(connection, place: hub).seat(seat ?? hub.hub)
            let body = RecordHistoryRequest(
                seat: seat,
                from: begin,
                to: end,
                metrics: metric.isEmpty ? nil : metric,
                whose: before ? .before : nil,
                userID: user
            )
            return try await FoundRecords.read(body, most: most, over: connection)
        }
        if found.entries.isEmpty { try metric.forEach(Self.check) }
        guard !json else { return try environment.lines(found.entries) }
        show(found, drawn: drawn, in: environment)
        guard !before, user == nil, found.hasBefore else { return }
        environment.out(found.whoIsPresent + "; --before shows readings of earlier users")
    }

    private func show(_ found: FoundRecords, drawn: [String], in environment: CommandEnvironment) {
        let (records, total) = (found.entries, found.total)
        if plot {
            let columns = environment.columns ?? environment.variables["COLUMNS"].flatMap { Int($0) } ?? 80
            let charts = Chart.charts(of: records.map(\.record), only: drawn.isEmpty ? metric : drawn, columns: columns)
            for line in charts.flatMap(\.lines) { environment.out(line) }
        }
        guard !records.isEmpty else { return environment.out("0 readings") }
        let shown = limit == nil && plot ? Array(records.prefix(Self.limits.list)) : records
        environment.show(Self.table(shown, namesUsers: before))
        environment.out(
            records.count < total ? "\(records.count) of \(total) readings: --limit shows more" : "\(total) readings"
        )
    }

    /// The metrics that --plot names; a hyphen counts as an underscore, and the heart rate is the pulse.
    ///
    /// - Throws: ``CommandFailure`` with the nearest metric for an unknown one.
    static func metrics(_ text: String) throws -> [String] {
        guard text != everyMetric else { return [] }
        return try text.split { $0 == "," || $0 == " " }.map { word in
            let typed = word.lowercased().replacing("-", with: "_")
            let name = typed == "heart_rate" ? MetricName.pulse.rawValue : typed
            try check(name)
            return name
        }
    }

    /// Rejects a metric without measurements that is also unknown.
    private static func check(_ metric: String) throws {
        guard MetricTable.metric(named: MetricName(rawValue: metric)) == nil else { return }
        let things = MetricTable.metrics.map { KnownNames.Thing(id: $0.name.rawValue) }
        _ = try KnownNames(kind: "metric", things: things, takesPrefixes: false).pick(metric)
    }

    /// The readings as a table.
    static func table(
        _ records: [RecordHistory.Entry],
        namesUsers: Bool = false,
        zone: TimeZone = .current
    ) -> TextTable {
        var table = TextTable(
            titles: ["MEASURED", "VALUES", "STATE", "SOURCE", "RECORD"] + (namesUsers ? ["USER"] : [])
        )
        for entry in records {
            let record = entry.record
            let values = MeasuredText.text(record.measurements)
            let cells = [
                LocalTime.text(record.timestamp, in: zone),
                values.isEmpty ? entry.state == .deleted ? "-" : record.type.rawValue : values,
                ([state(entry, in: zone)] + (entry.elsewhere ?? []).map(elsewhere)).joined(separator: "; "),
                source(record.source),
                "\(record.logID) revision \(record.revision)",
            ]
            table.add(cells: cells + (namesUsers ? [entry.userID ?? "-"] : []))
        }
        return table
    }

    private static func state(_ entry: RecordHistory.Entry, in zone: TimeZone) -> String {
        let word = entry.deletes == true ? "\(entry.state) (to be deleted)" : entry.state.rawValue
        switch entry.state {
        case .submitted: return "submitted \(LocalTime.text(entry.since, in: zone))\(without(entry))"
        case .failed:
            return "\(word): \(entry.error.map { EventLine.plain("\($0.code) \($0.message)") } ?? "no reason given")"
        case .unsynced: return "\(word): its session has ended"
        case .unknown: return "\(word): its session has ended, the server may have it"
        default: return word + without(entry)
        }
    }

    /// The metrics that the destination cannot store.
    private static func without(_ entry: RecordHistory.Entry) -> String {
        guard let metrics = entry.leftOut, !metrics.isEmpty else { return "" }
        return " without \(metrics.map(\.rawValue).joined(separator: ", "))"
    }

    private static func elsewhere(_ other: RecordHistory.Entry.Elsewhere) -> String {
        "\(other.destination) \(other.state)"
            + (other.error.map { ": \(EventLine.plain("\($0.code) \($0.message)"))" } ?? "")
    }

    private static func source(_ source: RecordSource) -> String {
        let name = [source.manufacturer, source.model].compactMap(\.self).joined(separator: " ")
        return name.isEmpty ? source.kind.rawValue : name
    }
}
