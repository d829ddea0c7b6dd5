import Foundation
import LocalBroker

/// The broker, with what can happen to its database.
actor BrokerVictim: Victim {
    nonisolated let name = "broker"
    private let broker: LocalBroker
    private let database: String
    private let freezeTime: Duration

    /// - Parameter directory: The broker's directory.
    init(_ broker: LocalBroker, directory: String, freezeTime: Duration) {
        self.broker = broker
        self.freezeTime = freezeTime
        database = "\(directory)/mosquitto.db"
    }

    func start() async throws {}

    func suffer(_ strike: Strike) async throws {
        guard case .freeze = strike else { return try await kill(strike) }
        let processID = await broker.processID ?? 0
        guard processID > 1 else { return }
        _ = Foundation.kill(processID, SIGSTOP)
        try? await Task.sleep(for: freezeTime)
        _ = Foundation.kill(processID, SIGCONT)
    }

    func stop() async { await broker.stop() }

    func ownEnds() async -> [String] { await broker.isRunning ? [] : ["the broker ended by itself"] }

    private func kill(_ strike: Strike) async throws {
        if case .terminate = strike { await broker.stop() } else { await broker.kill() }
        switch strike {
        case .killAndForget: try? FileManager.default.removeItem(atPath: database)
        case .killAndRemember: swapDatabase()
        default: break
        }
        try await Task.sleep(for: .milliseconds(strike.downMilliseconds))
        try await broker.restart()
    }

    /// Puts the database of an earlier kill in place of the present one, which is kept for the next time.
    private func swapDatabase() {
        let manager = FileManager.default
        let (old, spare) = ("\(database).old", "\(database).spare")
        try? manager.removeItem(atPath: spare)
        try? manager.copyItem(atPath: database, toPath: spare)
        if manager.fileExists(atPath: old) {
            try? manager.removeItem(atPath: database)
            try? manager.moveItem(atPath: old, toPath: database)
        }
        try? manager.moveItem(atPath: spare, toPath: old)
    }
}
