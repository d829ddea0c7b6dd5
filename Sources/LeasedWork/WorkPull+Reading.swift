package import BusContract
package import MessageBus

extension WorkPull {
    /// Reads a worker's demand; nil, and counted, for one that is kept, cannot be read or comes under another's name.
    package static func read(_ message: BusMessage, by client: BusClient) -> Envelope<WorkPull>? {
        guard client.isSaidNow(message) else { return nil }
        guard let envelope = try? Envelope<WorkPull>.decode(message.payload),
            (try? BusAddress.check(envelope.data.worker, as: "worker")) != nil
        else {
            client.refusals.note(.unreadable)
            return nil
        }
        guard let sender = BusAddress(source: envelope.source), sender.client == envelope.data.worker,
            RequestPlace(message.topic).mayBe(sender)
        else {
            client.refusals.note(.worker)
            return nil
        }
        return envelope
    }
}
