internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import Synchronization

/// The command `vitalbus metrics`.
struct MetricsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Serve metrics of all processes to Prometheus until it is stopped.",
        discussion: """
            It listens on this machine only: start it by hand or with 'systemctl enable --now vitalbus-metrics'. On a \
            site's server it covers all hubs, including those that are switched off. It exports no personal data. A \
            dashboard and alerts are in deploy/monitoring.
            """
    )

    @OptionGroup var place: HubOptions
    @Option(
        help: ArgumentHelp("Where it listens: 127.0.0.1:PORT, [::1]:PORT or unix:PATH.", valueName: "address")
    )
    var address = "127.0.0.1:9464"
    @Flag(help: "Print the metrics once and exit.") var once = false

    private static let topics = [
        PresenceTopics.availability, PresenceTopics.health.descriptor, ScannerTopics.adapterState.descriptor,
        SessionEvents.queueState.descriptor,
    ]

    func validate() throws {
        do throws(CommandFailure) { _ = try MetricsAddress(address) } catch {
            throw ValidationError(error.message)
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let address = try MetricsAddress(address)
        try await place.connect { connection, _ in
            guard !once else { return environment.text(try await Self.page(connection)) }
            try await Self.serve(connection, at: address, in: environment)
        }
    }

    /// The page with the broker's retained messages.
    private static func page(_ connection: HubConnection) async throws -> String {
        var board = MetricsBoard()
        let kept = try await KeptMessages.all(topics, over: connection.client)
        for message in kept.messages { board.take(message, now: Date()) }
        return board.text(version: VitalBus.version, isConnected: true, now: Date())
    }

    private static func serve(
        _ connection: HubConnection,
        at address: MetricsAddress,
        in environment: CommandEnvironment
    ) async throws {
        let board = SharedBoard()
        let notifier = ServiceNotifier(environment.variables)
        let server = MetricsServer(address: address) {
            board.text(version: VitalBus.version, now: Date())
        }
        let subscription = try await connection.client.subscribe(to: topics, hub: nil, capacity: 1_024)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await message in subscription { board.take(message, now: Date()) }
                try CommandFailure.endedEarly()
            }
            group.addTask {
                for await state in connection.client.bus.connectionStates() { board.note(state == .connected) }
                try CommandFailure.endedEarly()
            }
            group.addTask {
                try await server.run { place in
                    environment.out("serving metrics at \(place)")
                    notifier.send("READY=1", "STATUS=serving metrics at \(place)")
                }
            }
            if environment.bus == nil { group.addTask { await EndSignals.trapped().wait() } }
            defer {
                subscription.cancel()
                group.cancelAll()
            }
            try await group.next()
        }
        notifier.send("STOPPING=1")
    }
}

/// The board, filled from the bus and read by the server.
private final class SharedBoard: Sendable {
    private let state = Mutex((board: MetricsBoard(), isConnected: true))

    func take(_ message: BusMessage, now: Date) { state.withLock { $0.board.take(message, now: now) } }

    func note(_ isConnected: Bool) { state.withLock { $0.isConnected = isConnected } }

    func text(version: String, now: Date) -> String {
        // Renders the page outside the lock, so that the bus is not blocked.
        let (board, isConnected) = state.withLock { $0 }
        return board.text(version: version, isConnected: isConnected, now: now)
    }
}

extension CommandEnvironment {
    /// Prints a text of several lines.
    fileprivate func text(_ text: String) {
        for line in text.split(separator: "\n") { out(String(line)) }
    }
}
