import ActorRuntime
import BusContract
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SeededRandom
import SimulatedHub
import VitalRecords

/// Many hubs' readers in one process, each with its own connection, account and outbox.
struct ReaderCrowd: Sendable {
    /// Which hubs, and how they measure.
    struct Settings: Sendable {
        let fleet: Fleet
        let hubs: Range<Int>
        let perSecond: Double
        let seconds: Double
        let seed: UInt64
        /// Whether each hub makes one more reading when its connection is lost.
        let isStorm: Bool
    }

    private struct Hub: Sendable {
        let number: Int
        let id: HubID
        let run: ActorRun<LightReader>
    }

    private let settings: Settings
    private let hubs: [Hub]
    private let watch: ReaderWatch

    /// Opens all; nothing is connected yet.
    ///
    /// - Parameter folder: Where the hubs' state directories are.
    init(_ settings: Settings, folder: String, watch: ReaderWatch) async throws {
        self.settings = settings
        self.watch = watch
        var hubs: [Hub] = []
        for number in settings.hubs {
            let name = settings.fleet.name(number)
            guard let id = HubID(rawValue: name) else { throw SimulationError("\(name) is not a hub") }
            hubs.append(Hub(number: number, id: id, run: try await .ofHub("\(folder)/\(name)")))
        }
        self.hubs = hubs
    }

    /// Connects all and runs them while an operation runs.
    func run(_ operation: @Sendable @escaping () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for hub in hubs {
                group.addTask { try await hub.run.run() }
                group.addTask { try await follow(hub) }
            }
            group.addTask {
                try await operation()
                for hub in hubs { hub.run.shutDown() }
            }
            // The connections' streams end with their buses.
            while try await group.next() != nil {}
        }
    }

    private func follow(_ hub: Hub) async throws {
        for await state in hub.run.context.client.bus.connectionStates() {
            guard await watch.note(hub.number, isConnected: state == .connected), settings.isStorm else { continue }
            try await commit(hub, seat: 0, number: hub.number, due: .now, isOfStorm: true)
        }
    }

    /// Measures by a fixed schedule, whatever the load: all hubs' readings together are a Poisson process.
    func measure() async throws {
        var numbers = SplitMix64(seed: settings.seed)
        let start = ContinuousClock.now
        let rate = settings.perSecond * Double(hubs.count)
        await watch.begin()
        try await withThrowingDiscardingTaskGroup { group in
            var (time, count) = (0.0, 0)
            while true {
                time += -log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &numbers)) / rate
                guard time < settings.seconds else { return }
                let due = start + .seconds(time)
                let hub = hubs[Int.random(in: 0..<hubs.count, using: &numbers)]
                let seat = Int.random(in: 0..<settings.fleet.seatsPerHub, using: &numbers)
                count += 1
                let number = count
                try await Task.sleep(until: due)
                group.addTask { try await commit(hub, seat: seat, number: number, due: due, isOfStorm: false) }
            }
        }
    }

    private func commit(
        _ hub: Hub,
        seat: Int,
        number: Int,
        due: ContinuousClock.Instant,
        isOfStorm: Bool
    ) async throws {
        let fleet = settings.fleet
        let user = fleet.person(at: fleet.seats(of: hub.number)[seat]).user
        let reading = CuffReading.live(number, of: try fleet.device(hub: hub.number, seat: seat), at: hub.id)
        let logID = fleet.logID(of: reading, user: user).rawValue
        let facts = ReadingFacts(user: user, logID: logID, isOfStorm: isOfStorm)
        await watch.expect(reading.readingKey, facts, at: due)
        try await hub.run.actor.commit(reading)
        await watch.committed(reading.readingKey)
    }
}
