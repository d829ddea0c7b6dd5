import ArgumentParser
import BlueZSimulator
import DBus
import Foundation

/// bluetoothd 5.66 with virtual health devices, for tests without a radio.
@main
struct BlueZSimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bluez-simulator",
        abstract: "Plays bluetoothd 5.66 with virtual health devices on a D-Bus bus.",
        discussion: "The scenario's format is in tools/simulators/bluez-simulator/README.md."
    )

    @Option(help: "The bus to be org.bluez on, such as unix:path=/tmp/x/bus.")
    var busAddress: String?

    @Option(help: "Start a dbus-daemon of its own in this folder (socket DIR/bus) and stop it at the end.")
    var privateBus: String?

    @Option(help: "The scenario, a JSON file.")
    var scenario: String

    @Option(help: "Append the log to this file instead of standard output.")
    var log: String?

    @Option(help: "Serve the control socket on this Unix socket.")
    var control: String?

    @Option(help: "Simulated seconds in a real one.")
    var speed = 1.0

    @MainActor
    static func main() async {
        TerminationSignals.unblock()
        await main(nil)
    }

    func validate() throws {
        guard (busAddress == nil) != (privateBus == nil) else {
            throw ValidationError("Give either --bus-address or --private-bus.")
        }
        guard speed > 0, speed <= 1000 else { throw ValidationError("--speed goes from above 0 to 1000.") }
    }

    func run() async throws {
        let scenario = try Scenario(file: scenario)
        let log = try GroundTruthLog(path: log)
        let bus = try privateBus.map(PrivateBus.init(folder:))
        defer { bus?.stop() }
        let address = bus?.address ?? busAddress ?? ""
        let history = GroundTruthHistory()
        let socket = control
        let write: @Sendable (GroundTruthEvent) -> Void = { event in
            log.write(event)
            history.add(event)
        }
        if scenario.startsAt == nil { try await Self.wholeSecond() }
        let service = BlueZSimulatorService(
            scenario,
            address: DBusAddress(address),
            clock: SimulationClock(ContinuousClock(), speed: speed),
            startsAt: CivilTime(Date(), in: .current),
            log: write
        )
        let ready = GroundTruthEvent(.ready, at: .zero, address: address, control: socket)
        let playing = Task {
            guard let socket else {
                write(ready)
                return try await service.run()
            }
            try await Self.play(service, history, socket) { write(ready) }
        }
        let signals = TerminationSignals.cancel(playing)
        defer { for signal in signals { signal.cancel() } }
        try await playing.value
    }

    /// Waits until a second begins: devices' clocks count whole ones from the start, and would be behind by up to two.
    private static func wholeSecond() async throws {
        let now = Date().timeIntervalSince1970
        try await Task.sleep(for: .seconds(now.rounded(.up) - now))
    }

    /// Plays and serves the control socket until one of them ends.
    private static func play(
        _ service: BlueZSimulatorService,
        _ history: GroundTruthHistory,
        _ path: String,
        ready: @escaping @Sendable () -> Void
    ) async throws {
        let (served, isServed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let (ended, end) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let server = ControlServer(path: path, service: service, history: history) { end.finish() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await server.run {
                    ready()
                    isServed.finish()
                }
            }
            group.addTask {
                for await _ in served {}
                try await service.run()
            }
            group.addTask { for await _ in ended {} }
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }
}
