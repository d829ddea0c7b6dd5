internal import FoundationEssentials
internal import MessageBus

/// Holds the live table and its screen: events in, lines out.
public actor HubConsole {
    private let hub: LiveHub
    private var table: LiveTable
    private var screen: LiveScreen

    /// Creates a console.
    public init(_ hub: LiveHub, screen: LiveScreen) {
        self.hub = hub
        table = LiveTable(hub)
        self.screen = screen
    }

    /// The readings in the table.
    public var rows: [LiveRow] { table.rows }

    /// Applies an event and shows the change.
    public func take(_ event: LiveEvent) {
        let now = Date()
        screen.tell(table.apply(event, at: now), at: table.time(now))
    }

    /// Prints a summary when the hub has stopped; nothing if none of its processes ever ran.
    public func end() {
        guard !table.actors.isEmpty else { return }
        screen.finish(table.summary)
    }

    /// Shows the events of a hub's processes until the hub stops.
    public func follow(_ events: AsyncStream<HubEvent>) async {
        for await event in events { take(.hub(event)) }
    }

    /// Shows bus events until cancelled; waits for a lost broker.
    public func follow(_ connection: HubConnection) async {
        let feed = HubFeed(connection.client, requests: connection.requests, of: hub)
        await withDiscardingTaskGroup { group in
            group.addTask {
                while !Task.isCancelled {
                    // Cleanup: the loop waits for a lost broker.
                    try? await feed.run { await self.take($0) }
                    try? await Task.sleep(for: .seconds(1))
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    if await self.awaitsQueue, let event = await feed.queued() { await self.take(event) }
                    if await self.awaitsHeld, let event = await feed.held() { await self.take(event) }
                    try? await Task.sleep(for: Self.pause)
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

    private static let pause = Duration.milliseconds(200)

    private var awaitsQueue: Bool { table.awaitsQueue }
    private var awaitsHeld: Bool { table.awaitsHeld }

    private func draw() {
        screen.draw(table, now: Date())
    }
}
