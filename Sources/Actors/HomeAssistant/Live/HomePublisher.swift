internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus

/// Publishes the model to Home Assistant: changes only, or everything if messages may have been lost.
actor HomePublisher {
    /// The pause between a device and its children.
    ///
    /// Home Assistant creates entities in parallel, and for a child with an unknown parent it creates a nameless one.
    private static let pause = Duration.milliseconds(1_000)

    private let client: BusClient
    private let version: String
    private let prefix: String
    private let logger: Logger
    private var told: [String: [UInt8]] = [:]
    private var platforms: [String: [String: String]] = [:]
    /// The retained topics of an earlier run, with the kinds of a device's entities by key.
    private var kept: [String: [String: String]] = [:]
    /// Whether the site is fully known, so that outdated topics can be cleared.
    private var isSettled = false

    /// - Parameter prefix: The topic prefix of Home Assistant's discovery.
    init(
        _ client: BusClient,
        version: String,
        prefix: String = HomeAssistantTopics.standardPrefix,
        logger: Logger
    ) {
        (self.client, self.version, self.prefix, self.logger) = (client, version, prefix, logger)
    }

    private var site: String { client.address.site }

    /// Records a retained message of this process; unused topics are cleared once the site is fully known.
    func keep(_ message: BusMessage) {
        if message.payload.isEmpty {
            kept[message.topic] = nil
        } else if message.retain {
            // Messages of this run also return, but by then they are already recorded as published.
            kept[message.topic] = HomeDevice.earlier(message)?.compactMapValues { $0["p"]?.text } ?? [:]
        }
    }

    /// From now on, clears devices and entities of an earlier run that are no longer shown.
    func settle() {
        isSettled = true
        for (topic, earlier) in kept {
            guard let now = platforms[topic] else { continue }
            let rest = earlier.filter { now[$0.key] != $0.value }
            guard !rest.isEmpty else { continue }
            (told[topic], platforms[topic]) = (nil, now.merging(rest) { _, old in old })
        }
    }

    /// Forgets the published messages, so that all are published again.
    func forget() { told = [:] }

    /// Publishes the differences from the last published state.
    ///
    /// - Throws: `CancellationError`.
    func show(_ devices: [HomeDevice], states: [String: JSONValue]) async throws {
        var current: Set<String> = []
        for depth in 0...2 {
            var isNew = false
            for device in devices where device.depth == depth {
                let topic = HomeAssistantTopics.discovery(site, device: device.id, prefix: prefix)
                current.insert(topic)
                if await show(device, at: topic) { isNew = true }
            }
            if isNew { try await client.environment.clock.sleep(for: Self.pause) }
        }
        for (place, state) in states.sorted(by: { $0.key < $1.key }) {
            let topic = HomeAssistantTopics.state(site, place: place)
            current.insert(topic)
            await publish(state, at: topic)
        }
        let old = Set(told.keys).union(isSettled ? Array(kept.keys) : []).subtracting(current)
        for topic in old.sorted() where await send([], to: topic) {
            (told[topic], platforms[topic], kept[topic]) = (nil, nil, nil)
        }
    }

    /// - Returns: Whether a message was published.
    private func show(_ device: HomeDevice, at topic: String) async -> Bool {
        // Absent is nil: never happens, because text can always be encoded.
        guard let document = try? WireJSON.encode(device.document(version: version)), told[topic] != document else {
            return false
        }
        let now = device.platforms
        let gone = (platforms[topic] ?? [:]).filter { now[$0.key] != $0.value }
        // Absent is nil: never happens, because text can always be encoded.
        if !gone.isEmpty, let farewell = try? WireJSON.encode(device.document(version: version, gone: gone)) {
            _ = await send(farewell, to: topic)
        }
        if await send(document, to: topic) { (told[topic], platforms[topic]) = (document, now) }
        return true
    }

    private func publish(_ value: JSONValue, at topic: String) async {
        // Absent is nil: never happens, because text can always be encoded.
        guard let payload = try? WireJSON.encode(value), told[topic] != payload else { return }
        if await send(payload, to: topic) { told[topic] = payload }
    }

    /// Publishes an event.
    func tell(_ event: HomeEvent) async {
        // Absent is nil: never happens, because text can always be encoded.
        guard let payload = try? WireJSON.encode(event.json) else { return }
        _ = await send(payload, to: HomeAssistantTopics.event(site, place: BusAddress.siteHub), retain: false)
    }

    /// - Returns: Whether the broker has the message; if not, it is published again after reconnecting.
    private func send(_ payload: [UInt8], to topic: String, retain: Bool = true) async -> Bool {
        guard payload.count <= BusMessage.payloadLimit else {
            logger.error(
                "message not sent to Home Assistant: too large",
                metadata: ["topic": "\(topic)", "bytes": "\(payload.count)"]
            )
            return true
        }
        do {
            _ = try await client.bus.publish(BusMessage(topic: topic, payload: payload, retain: retain))
            return true
        } catch let error as BusError where error.code == .notConnected || error.code == .outcomeUnknown {
            return false
        } catch {
            logger.warning("message not sent to Home Assistant", metadata: ["topic": "\(topic)", "error": "\(error)"])
            return false
        }
    }
}
