internal import BusContract
package import Foundation
internal import HubRunner
package import MessageBus

/// The known state of all processes of a site, for ``MetricsText``; it is a pure value, and the time is passed in.
package struct MetricsBoard: Sendable {
    /// The most processes shown; more are left out, because each has about thirty series.
    static let processLimit = 4_096
    /// The most queues and counters shown for one process.
    static let nameLimit = 64

    private struct Process: Hashable {
        let hub: String
        let actor: String
        let instance: String
    }

    private struct Known {
        var availability: String?
        var health: ActorHealth?
        /// When the health was published: by this machine's clock if it was received live, else by the sender's clock.
        var told: Date?
    }

    private var processes: [Process: Known] = [:]
    private var adapters: [String: AdapterState] = [:]
    private var queues: [String: QueueState] = [:]

    /// Creates an empty board.
    package init() {}

    /// Applies a message; other kinds and unreadable messages change nothing.
    package mutating func take(_ message: BusMessage, now: Date) {
        guard let line = EventLine(message) else { return }
        switch (line.levels[4], line.levels[5], line.levels.last) {
        case ("actor", let actor, let leaf?) where line.levels.count == 8:
            take(message, of: Process(hub: line.hub, actor: actor, instance: line.levels[6]), leaf: leaf, now: now)
        case ("state", "adapter", _):
            // Absent is nil: a cleared state has no value.
            adapters[line.hub] = try? Envelope<AdapterState>.decode(message.payload).data
        case ("state", "queue", _):
            // Absent is nil: a cleared state has no value.
            queues[line.hub] = try? Envelope<QueueState>.decode(message.payload).data
        default: break
        }
    }

    private mutating func take(_ message: BusMessage, of process: Process, leaf: String, now: Date) {
        guard processes[process] != nil || processes.count < Self.processLimit else { return }
        guard !message.payload.isEmpty else { return forget(leaf, of: process) }
        switch leaf {
        case "availability":
            let word = String(decoding: message.payload, as: UTF8.self)
            if Availability(rawValue: word) != nil { processes[process, default: Known()].availability = word }
        case "health":
            // Absent is nil: an unreadable message changes nothing.
            guard let envelope = try? Envelope<ActorHealth>.decode(message.payload) else { return }
            processes[process, default: Known()].health = envelope.data
            // A retained message was published earlier, and its time is never later than now.
            processes[process]?.told = message.retain ? min(envelope.time, now) : now
        default: break
        }
    }

    private mutating func forget(_ leaf: String, of process: Process) {
        if leaf == "availability" { processes[process]?.availability = nil }
        if leaf == "health" {
            processes[process]?.health = nil
            processes[process]?.told = nil
        }
        if let known = processes[process], known.availability == nil, known.health == nil { processes[process] = nil }
    }

    /// The page for Prometheus.
    ///
    /// - Parameters:
    ///   - version: The exporter's version.
    ///   - isConnected: Whether the exporter has a connection to the broker.
    package func text(version: String, isConnected: Bool, now: Date) -> String {
        var page = MetricsText()
        let sorted = processes.sorted {
            ($0.key.hub, $0.key.actor, $0.key.instance) < ($1.key.hub, $1.key.actor, $1.key.instance)
        }
        for (process, known) in sorted { show(known, of: process, now: now, on: &page) }
        for (hub, adapter) in adapters.sorted(by: { $0.key < $1.key }) {
            page.add(.adapterPowered, of: ["hub": hub], value: adapter.present && adapter.powered ? 1 : 0)
            if let last = adapter.lastAdvertisement {
                page.add(.advertisement, of: ["hub": hub], value: last.timeIntervalSince1970)
            }
        }
        for (hub, queue) in queues.sorted(by: { $0.key < $1.key }) { show(queue, of: hub, on: &page) }
        page.add(.busConnected, of: [:], value: isConnected ? 1 : 0)
        page.add(.buildInfo, of: ["version": version], value: 1)
        return page.text
    }

    private func show(_ known: Known, of process: Process, now: Date, on page: inout MetricsText) {
        func add(_ metric: HealthMetric, value: Double?) {
            guard let value else { return }
            let labels: KeyValuePairs = ["hub": process.hub, "actor": process.actor, "instance_id": process.instance]
            page.add(metric, of: labels, value: value)
        }
        func add(_ metric: HealthMetric, by name: String, is word: String, value: Double) {
            page.add(
                metric,
                of: ["hub": process.hub, "actor": process.actor, "instance_id": process.instance, name: word],
                value: value
            )
        }
        if let word = known.availability { add(.actorOnline, value: word == "online" ? 1 : 0) }
        guard let health = known.health, let told = known.told else { return }
        add(.healthAge, value: max(0, now.timeIntervalSince(told)))
        add(.problems, value: Double(health.problems.count))
        add(.failed, value: health.status == .failed ? 1 : 0)
        add(.uptime, value: health.uptimeSeconds.map(Double.init))
        add(.lastSuccess, value: health.lastSuccess?.timeIntervalSince1970)
        for (queue, depth) in health.queueDepths.sorted(by: { $0.key < $1.key }).prefix(Self.nameLimit) {
            add(.queueDepth, by: "queue", is: queue, value: Double(depth))
        }
        if !health.queueDepths.isEmpty { add(.queueOldest, value: Double(health.oldestAgeSeconds ?? 0)) }
        for (event, count) in health.counters.sorted(by: { $0.key < $1.key }).prefix(Self.nameLimit) {
            add(.events, by: "event", is: event, value: Double(count))
        }
        add(.brokerRoundTrip, value: health.brokerMilliseconds.map { $0 / 1_000 })
        add(.diskFree, value: (health.disk?.freeBytes).map(Double.init))
        add(.diskSize, value: (health.disk?.totalBytes).map(Double.init))
        add(.clockSynchronized, value: health.clock.map { $0.synchronized ? 1 : 0 })
        add(.clockError, value: health.clock?.errorSeconds)
        add(.certificateEnd, value: health.certificate?.ends.timeIntervalSince1970)
        add(.backupSince, value: health.backup?.since?.timeIntervalSince1970)
        for destination in (health.destinations ?? []).prefix(Self.nameLimit) {
            let name = destination.apiVersion.rawValue
            add(.destinationPaused, by: "destination", is: name, value: destination.state == .paused ? 1 : 0)
            if let last = destination.lastSuccess {
                add(.destinationSuccess, by: "destination", is: name, value: last.timeIntervalSince1970)
            }
        }
    }

    private func show(_ queue: QueueState, of hub: String, on page: inout MetricsText) {
        let counts = [
            ("pending", queue.pending), ("leased", queue.leased), ("held", queue.held), ("rejected", queue.rejected),
        ]
        for (state, count) in counts { page.add(.records, of: ["hub": hub, "state": state], value: Double(count)) }
        page.add(.recordsOldest, of: ["hub": hub], value: Double(queue.oldestSeconds ?? 0))
    }
}
