internal import BusContract
internal import DeliveryRules
internal import MessageBus

extension WorkPull {
    /// The most destinations of a demand, with room for more than the present four.
    static let mostAPIs = 32
    /// The most earlier grants that a demand names; a worker has no more places.
    static let mostOpenGrants = 1_024
    /// The longest id of a ledger; ours have 32 characters.
    static let mostLedgerID = 64

    /// Reads a worker's demand; nil, and counted as a refusal, if it is retained, unreadable or sent under another's
    /// name.
    static func read(_ message: BusMessage, by client: BusClient) -> Envelope<WorkPull>? {
        guard client.isSaidNow(message) else { return nil }
        // Absent is nil: counted as a refusal below.
        guard let envelope = try? Envelope<WorkPull>.decode(message.payload),
            (try? BusAddress.check(envelope.data.worker, as: "worker")) != nil,
            envelope.data.apis?.count ?? 0 <= mostAPIs, envelope.data.full?.count ?? 0 <= mostAPIs,
            envelope.data.ledger?.id.utf8.count ?? 0 <= mostLedgerID,
            envelope.data.openGrants?.count ?? 0 <= mostOpenGrants
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

extension LedgerMark {
    /// The mark in a worker's demand.
    init(_ ledger: WorkPull.Ledger) { self.init(id: ledger.id, attempts: ledger.attempts) }
}
