import Foundation
import LoadFacts
import VitalRecords

/// What became of one reading.
struct ReadingFacts: Codable, Sendable {
    /// Whose it is.
    let user: String
    /// The log id that it must have.
    let logID: String
    /// From the moment at which it was due to its commit, in ms.
    var commit: Double?
    /// From the moment at which it was due until the bus said that it was submitted, in ms; nil where that was not seen.
    var told: Double?
    /// Whether it was made because the connection was lost.
    let isOfStorm: Bool
}

/// What a crowd of readers saw.
struct CrowdFacts: Codable, Sendable {
    var readings: [ReadingFacts] = []
    /// From the first lost connection until each was back, in seconds.
    var returns: [Double] = []
    /// The processor time while it was measured, in seconds.
    var processorSeconds = 0.0
    /// The most memory, in bytes.
    var peak = 0.0

    /// Adds what another process's readers saw.
    mutating func add(_ other: CrowdFacts) {
        readings += other.readings
        returns += other.returns
        processorSeconds += other.processorSeconds
        peak += other.peak
    }
}

/// Follows readings from when they are due to the bus's word that they were submitted, by one clock.
actor ReaderWatch {
    private var facts: [ReadingKey: ReadingFacts] = [:]
    private var due: [ReadingKey: ContinuousClock.Instant] = [:]
    private var connected: Set<Int> = []
    private var firstLoss: ContinuousClock.Instant?
    private var returns: [Double] = []
    private var isMeasuring = false

    /// How many hubs are connected.
    var connectedCount: Int { connected.count }
    /// How many readings are not told yet.
    var openCount: Int { due.count }
    /// What was seen.
    var crowd: CrowdFacts { CrowdFacts(readings: Array(facts.values), returns: returns) }

    /// Losses of connections count from now on.
    func begin() { isMeasuring = true }

    /// A reading is due.
    func expect(_ key: ReadingKey, _ reading: ReadingFacts, at instant: ContinuousClock.Instant) {
        facts[key] = reading
        due[key] = instant
    }

    /// A reading is in its outbox.
    func committed(_ key: ReadingKey) {
        guard let instant = due[key] else { return }
        facts[key]?.commit = (ContinuousClock.now - instant).milliseconds
    }

    /// The bus says that a record was submitted.
    func told(_ key: ReadingKey, at instant: ContinuousClock.Instant) {
        guard let start = due.removeValue(forKey: key) else { return }
        facts[key]?.told = (instant - start).milliseconds
    }

    /// A hub's connection is there or not.
    ///
    /// - Returns: Whether it was lost just now, while it was measured.
    func note(_ hub: Int, isConnected: Bool) -> Bool {
        let now = ContinuousClock.now
        if isConnected {
            guard connected.insert(hub).inserted, let firstLoss else { return false }
            returns.append((now - firstLoss).inSeconds)
            return false
        }
        guard connected.remove(hub) != nil, isMeasuring else { return false }
        firstLoss = firstLoss ?? now
        return true
    }
}
