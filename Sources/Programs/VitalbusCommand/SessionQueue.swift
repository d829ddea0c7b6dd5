internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus session queue`.
struct SessionQueue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Show the records that wait, that the server refused, or that an ended session left."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("Only this seat's.", valueName: "id")) var seat: String?
    @Option(help: ArgumentHelp("The unsynced records of this ended session.", valueName: "id")) var session: String?
    @Flag(help: "The unsynced records of all of the seat's ended sessions.") var unsynced = false
    @Flag(help: "The records that the server refused.") var rejected = false
    @Flag(help: "Try what waits at once, without waiting for back-off.") var now = false
    @Option(help: ArgumentHelp("The page, from 1.", valueName: "n")) var page = 1
    @Option(help: ArgumentHelp("The page of the list as it was on this page 1.", valueName: "id")) var snapshot: String?
    @Flag(help: "All pages from there on, of the list as it is at the first one.") var all = false
    @Flag(help: "Print the page as JSON.") var json = false

    func validate() throws {
        guard page >= 1 else { throw ValidationError("--page begins with 1.") }
        guard !(rejected && (unsynced || session != nil)) else {
            throw ValidationError("--rejected goes with neither --session nor --unsynced.")
        }
        guard !unsynced || session != nil || seat != nil else {
            throw ValidationError("--unsynced needs --seat or --session.")
        }
        guard !all || page == 1 || snapshot != nil else {
            throw ValidationError("--all begins with page 1, or goes on with --snapshot.")
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let operation =
            session != nil || unsynced
            ? SessionOperations.unsyncedRecords
            : rejected ? SessionOperations.rejectedRecords : SessionOperations.queuedRecords
        try await place.connect { [now, all, json, seat, session, page, snapshot] connection, hub in
            let resolver = Resolver(connection, hub)
            var body = PageRequest(page: page, snapshot: snapshot)
            body.seat = try await resolver.seat(ifNamed: seat)
            body.sessionID = try await resolver.session(ifNamed: session, of: body.seat)
            if now {
                _ = try await connection.requests.call(SessionOperations.processQueue, hub: BusAddress.siteHub, Empty())
            }
            while true {
                let found = try await connection.requests.call(operation, hub: BusAddress.siteHub, body)
                if json { try environment.json(found) } else { Self.show(found, environment) }
                guard all, found.page < found.pages else { return }
                body.snapshot = found.snapshot
                body.page = .clampedSum(found.page, 1)
            }
        }
    }

    private static func show(_ found: RecordPage, _ environment: CommandEnvironment) {
        for entry in found.records {
            let values = MeasuredText.text(entry.record.measurements)
            environment.out(
                "\(LocalTime.text(entry.record.timestamp)) seat \(entry.record.seat) \(entry.state) "
                    + "attempts \(entry.attempts) record \(entry.record.logID) revision \(entry.record.revision) \(values)"
                    + (entry.error.map { " \(EventLine.plain("\($0.code): \($0.message)"))" } ?? "")
            )
        }
        var line = "page \(found.page) of \(found.pages), \(found.records.count) records"
        if let snapshot = found.snapshot, found.page < found.pages {
            line += ", next: --page \(Int.clampedSum(found.page, 1)) --snapshot \(snapshot)"
        }
        environment.out(line)
    }
}
