internal import FoundationEssentials
internal import MessageBus

/// Holds the live table and its screen: feed in, lines out.
public actor HubConsole {
    private var table: LiveTable
    private var screen: LiveScreen

    /// Makes a console.
    public init(title: String, screen: LiveScreen) {
        table = LiveTable(title: title)
        self.screen = screen
    }

    /// How often each state stands in the table now.
    public var rows: [LiveRow] { table.rows }

    /// Takes in an event and shows what changed.
    public func take(_ event: LiveEvent) {
        let now = Date()
        screen.tell(table.apply(event, at: now), now: now)
    }

    /// Shows what happens to a hub's processes until the hub stops.
    public func follow(_ events: AsyncStream<HubEvent>) async {
        for await event in events { take(.hub(event)) }
    }

    /// Shows what happens on the bus until cancelled; a broker that goes away is waited for.
    public func follow(_ connection: HubConnection) async {
        let feed = HubFeed(connection.client, connection.requests)
        await withDiscardingTaskGroup { group in
            group.addTask {
                while !Task.isCancelled {
                    try? await feed.run { await self.take($0) }
                    try? await Task.sleep(for: .seconds(1))
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    if await self.awaitsQueue, let event = await feed.queued() { await self.take(event) }
                    try? await Task.sleep(for: .milliseconds(700))
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    await self.draw()
                    try? await Task.sleep(for: .milliseconds(250))
                }
            }
        }
    }

    private var awaitsQueue: Bool { table.awaitsQueue }

    private func draw() {
        screen.draw(table, now: Date())
    }
}
