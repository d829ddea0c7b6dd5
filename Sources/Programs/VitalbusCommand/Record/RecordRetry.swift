internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import SiteHealth
internal import VitalRecords

/// The command `vitalbus record retry`.
struct RecordRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Send rejected records again, once the cause is fixed.",
        discussion: """
            'vitalbus session queue --rejected' lists them with the reason. The server gets each record once, even if an earlier \
            attempt arrived in part. If the server rejects a value, correct it with 'vitalbus record update'.
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The record's log id.") var record: String?
    @Flag(help: "Retry all records that the server rejected.") var all = false
    @Option(help: ArgumentHelp("Only records rejected since this time: 6h, 1d, 2026-03-01.", valueName: "time"))
    var since: String?
    @Option(help: ArgumentHelp("Only this seat's.", valueName: "id")) var seat: String?
    @Flag(help: "Print the result as JSON.") var json = false

    func validate() throws {
        guard (record != nil) != all else { throw ValidationError("Give a record's log id, or --all.") }
        guard all || (since == nil && seat == nil) else {
            throw ValidationError("--since and --seat need --all.")
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let logID = try record.map(RecordCommand.logID)
        let from = try since.map { try Self.time($0, now: Date()) }
        let found = try await place.connect { [seat] connection, hub in
            let body = RetryRecords(
                logID: logID,
                seat: try await Resolver(connection, place: hub).seat(ifNamed: seat),
                since: from
            )
            return try await connection.requests.call(
                SessionOperations.retryRecords,
                hub: BusAddress.siteHub,
                body: body,
                timeout: .seconds(30)
            )
        }
        json ? try environment.json(found) : environment.out(Self.text(found))
        guard found.retried == 0, found.ended > 0 else { return }
        throw CommandFailure(
            "sessionEnded",
            message: "the record is not sent again: its session has ended",
            exitCode: 65
        )
    }

    /// A time, or a span before now such as `6h` or `1d`.
    static func time(_ text: String, now: Date) throws -> Date {
        let units: [Character: Double] = ["m": 60, "h": 3_600, "d": 86_400]
        if let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), (0...36_500).contains(number)
        {
            return now - Double(number) * unit
        }
        return try LocalTime.moment(text, of: "--since")
    }

    private static func text(_ found: RecordsRetried) -> String {
        let ended = found.ended > 0 ? ", \(found.ended) stay rejected: their session has ended" : ""
        return "\(found.retried) sent again\(ended)"
    }
}
