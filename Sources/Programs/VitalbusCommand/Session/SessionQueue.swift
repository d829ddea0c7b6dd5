internal import ArgumentParser
internal import BusContract
internal import MessageBus
internal import OperatorConnection
internal import SiteHealth
internal import VitalRecords

/// The command `vitalbus session queue`.
struct SessionQueue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "List records that are queued, were rejected by the server, or belong to an ended session."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("Only this seat's.", valueName: "id")) var seat: String?
    @Option(help: ArgumentHelp("The unsynced records of this ended session.", valueName: "id")) var session: String?
    @Flag(help: "The unsynced records of all of the seat's ended sessions.") var unsynced = false
    @Flag(help: "Records that the server rejected.") var rejected = false
    @Flag(help: "Try the queued records at once, without back-off.") var now = false
    @Option(help: ArgumentHelp("The page, from 1.", valueName: "n")) var page = 1
    @Option(help: ArgumentHelp("Continue the list of page 1; its reply has this id.", valueName: "id"))
    var snapshot: String?
    @Flag(help: "All pages from --page on.") var all = false
    @Flag(help: "Print the page as JSON.") var json = false

    func validate() throws {
        guard page >= 1 else { throw ValidationError("--page starts at 1.") }
        guard !(rejected && (unsynced || session != nil)) else {
            throw ValidationError("--rejected excludes --session and --unsynced.")
        }
        guard !unsynced || session != nil || seat != nil else {
            throw ValidationError("--unsynced needs --seat or --session.")
        }
        guard !all || page == 1 || snapshot != nil else {
            throw ValidationError("--all starts at page 1, or continues with --snapshot.")
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let operation =
            session != nil || unsynced
            ? SessionOperations.unsyncedRecords
            : rejected ? SessionOperations.rejectedRecords : SessionOperations.queuedRecords
        try await place.connect { [now, all, json, seat, session, page, snapshot] connection, hub in
            let resolver = Resolver(connection, place: hub)
            var body = PageRequest(page: page, snapshot: snapshot)
            body.seat = try await resolver.seat(ifNamed: seat)
            body.sessionID = try await resolver.session(ifNamed: session, of: body.seat)
            if now {
                _ = try await connection.requests.call(
                    SessionOperations.processQueue,
                    hub: BusAddress.siteHub,
                    body: Empty()
                )
            }
            while true {
                let found = try await connection.requests.call(operation, hub: BusAddress.siteHub, body: body)
                if json { try environment.json(found) } else { Self.show(found, in: environment) }
                guard all, found.page < found.pages else { return }
                body.snapshot = found.snapshot
                body.page = .clampedSum(found.page, 1)
            }
        }
    }

    private static func show(_ found: RecordPage, in environment: CommandEnvironment) {
        for entry in found.records {
            let values = MeasuredText.text(entry.record.measurements)
            environment.out(
                "\(LocalTime.text(entry.record.timestamp)) seat \(entry.record.seat) \(entry.state) at \(entry.destination?.rawValue ?? "its destination") "
                    + "attempts \(entry.attempts) record \(entry.record.logID) revision \(entry.record.revision) \(values)"
                    + (entry.until.map { " until \(LocalTime.text($0))" } ?? "")
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

/// The command `vitalbus session retry`.
struct SessionRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Check a seat's session at the server again and send its waiting records now.",
        discussion: """
            An ended session cannot be retried. Start a new one: it takes over the same user's unsent records.
            """
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Flag(help: "Print the result as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        try BusAddress.check(seat, as: "seat")
        let body = SeatReference(seat: seat)
        let found = try await place.connect { connection, _ in
            try await connection.requests.call(
                SessionOperations.retrySession,
                hub: BusAddress.siteHub,
                body: body,
                timeout: .seconds(30)
            )
        }
        if json { try environment.json(found) } else { environment.out(Self.text(found)) }
        switch found.validated {
        case .yes: return
        case .no:
            throw CommandFailure(
                "unauthorized",
                message:
                    "the server rejects the session's credentials, so the session has ended: start one with a valid token, "
                    + "'vitalbus session start --seat \(seat) …'",
                exitCode: 77
            )
        default:
            throw CommandFailure(
                "notReachable",
                message: "the server could not be reached: see 'vitalbus doctor'; the check is retried automatically",
                exitCode: 75,
                isRetriable: true
            )
        }
    }

    private static func text(_ found: SessionRetried) -> String {
        var text = "seat \(found.seat): credentials validated: \(found.validated), \(found.waiting) records tried now"
        if found.unsyncedRecords > 0 { text += ", \(found.unsyncedRecords) unsynced of ended sessions" }
        return text
    }
}
