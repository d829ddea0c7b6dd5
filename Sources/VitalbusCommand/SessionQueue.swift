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
    @Flag(help: "Print the page as JSON.") var json = false

    func validate() throws {
        guard page >= 1 else { throw ValidationError("--page begins with 1.") }
        guard !(rejected && (unsynced || session != nil)) else {
            throw ValidationError("--rejected goes with neither --session nor --unsynced.")
        }
        guard !unsynced || session != nil || seat != nil else {
            throw ValidationError("--unsynced needs --seat or --session.")
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let operation =
            session != nil || unsynced
            ? SessionOperations.unsyncedRecords
            : rejected ? SessionOperations.rejectedRecords : SessionOperations.queuedRecords
        let body = PageRequest(seat: seat, sessionID: session, page: page)
        let found = try await place.connect { [now] connection, _ in
            if now {
                _ = try await connection.requests.call(SessionOperations.processQueue, hub: BusAddress.siteHub, Empty())
            }
            return try await connection.requests.call(operation, hub: BusAddress.siteHub, body)
        }
        guard !json else { return try environment.json(found) }
        for entry in found.records {
            let values = MeasuredText.text(entry.record.measurements)
            environment.out(
                "\(WireJSON.timeText(entry.record.timestamp)) seat \(entry.record.seat) \(entry.state) "
                    + "attempts \(entry.attempts) record \(entry.record.logID) revision \(entry.record.revision) \(values)"
                    + (entry.error.map { " \($0.code): \($0.message)" } ?? "")
            )
        }
        environment.out("page \(found.page) of \(found.pages), \(found.records.count) records")
    }
}
