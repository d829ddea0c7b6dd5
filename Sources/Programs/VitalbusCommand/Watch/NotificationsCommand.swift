internal import ArgumentParser
internal import BusContract
internal import MessageBus
internal import OperatorConnection

/// The command `vitalbus notifications`.
struct NotificationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notifications",
        abstract: "List the notifications of the last 7 days, oldest first.",
        discussion: "To continue later, give the last line's number: --since N."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The last number seen; 0 for the oldest kept.", valueName: "cursor")) var since: Int64 =
        0
    @Option(help: ArgumentHelp("The most notifications to show.", valueName: "n")) var limit = 50
    @Flag(help: "Print each notification as one line of JSON.") var json = false

    func validate() throws {
        guard since >= 0, limit >= 1 else { throw ValidationError("--since must be 0 or more, --limit 1 or more.") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let entries = try await place.connect { [since, limit] connection, _ in
            var entries: [Notifications.Entry] = []
            var cursor = since
            while entries.count < limit {
                let page = try await connection.requests.call(
                    SessionOperations.notificationsSince,
                    hub: BusAddress.siteHub,
                    body: NotificationsSince(cursor: cursor, limit: min(50, limit - entries.count))
                )
                entries += page.notifications
                cursor = page.cursor
                guard page.more, !page.notifications.isEmpty else { break }
            }
            return entries
        }
        for entry in entries {
            guard !json else {
                try environment.json(NotificationLine(entry))
                continue
            }
            environment.out(
                EventLine.plain(
                    "\(entry.cursor) \(WireJSON.timeText(entry.time)) \(entry.hub) \(entry.name) \(entry.data)"
                )
            )
        }
    }
}

/// A notification for scripts: its data is JSON, not a string with JSON in it.
private struct NotificationLine: Encodable {
    let cursor: Int64
    let id: String
    let name: String
    let hub: String
    let time: String
    let data: JSONValue

    init(_ entry: Notifications.Entry) throws {
        cursor = entry.cursor
        id = entry.id
        name = entry.name
        hub = entry.hub
        time = WireJSON.timeText(entry.time)
        data = try WireJSON.decode(JSONValue.self, from: Array(entry.data.utf8))
    }
}
