internal import ActorRuntime
internal import BusContract
internal import Logging
internal import MessageBus
internal import VitalRecords

/// Publishes the reader's events, and records them in the activity log.
@ReaderIsolation struct ReaderEvents {
    let context: ActorContext
    let hub: HubID
    /// Whether events carry measured values.
    let sharesValues: Bool

    /// Publishes an event, which is lost without a broker; only data in the outbox is guaranteed.
    func publish<Payload>(_ data: Payload, to topic: Topic<Payload>) async {
        do {
            try await context.client.publish(topic, data: data)
        } catch {
            context.logger.info(
                "could not publish an event; readings are safe in the outbox",
                metadata: ["event": "\(topic.descriptor.name)", "error": "\(error)"]
            )
        }
    }

    /// A reading for events, without values unless they are shared.
    func shown(_ reading: Reading) -> Reading {
        sharesValues ? reading : reading.withheld
    }

    /// Records an event of a device in the activity log.
    func note(
        _ message: String,
        device: DeviceID,
        peripheralID: Int,
        facts: @autoclosure () -> [String: String] = [:]
    ) {
        context.activity.note(
            message,
            ["device": "\(device)", "peripheral": "\(peripheralID)"].merging(facts()) { $1 }
        )
    }
}
