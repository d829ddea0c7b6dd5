internal import BusContract
internal import FoundationEssentials
internal import ImportStore
internal import MessageBus
internal import VitalRecords

/// Saves queued imports.
struct ImportQueue: Sendable {
    let store: ImportStore
    let hub: HubID
    /// Signalled when an import is queued.
    let wake: WakeUp
    let newID: @Sendable () -> String

    /// Saves an import, which will be done even if this process ends now.
    ///
    /// - Parameter id: The import's id; replaced if it is not valid in addresses.
    /// - Throws: `StoreError`.
    @ImporterIsolation func enqueue(
        _ facts: ImportFacts,
        id: String,
        seat: String,
        path: String
    ) async throws -> ImportState {
        // Absent is nil: an invalid id is replaced.
        let isUsable = (try? BusAddress.check(id, as: "id")) != nil
        let id = isUsable ? id : newID()
        let data = Data(try WireJSON.encode(facts))
        try await store.save(StoredImport(id: id, seat: seat, path: path, facts: data))
        wake.signal()
        return facts.state(id: id, seat: seat, hub: hub.rawValue)
    }

    /// Cancels a queued or running import; records already handed over stay.
    ///
    /// - Returns: Whether there was an import to cancel.
    /// - Throws: `StoreError`.
    @ImporterIsolation func cancel(_ entry: StoredImport, ongoing: OngoingImports) async throws -> Bool {
        guard entry.isOpen, var facts = ImportFacts(of: entry), !facts.state.isEnd else { return false }
        if let running = ongoing.running.named(entry.id) {
            running.stop.stop(.cancelled)
            return true
        }
        facts.state = .cancelled
        facts.error = WireFault(code: "cancelled", message: "it was cancelled", retriable: false)
        var ended = entry
        ended.facts = Data(try WireJSON.encode(facts))
        try await store.save(ended)
        ongoing.wake.signal()
        return true
    }

    /// A saved import as sent over the bus; nil if unreadable.
    ///
    /// - Parameter present: The present session of the import's seat; nil if unknown.
    func state(of entry: StoredImport, isBrief: Bool = false, present: Subscriptions? = nil) -> ImportState? {
        guard var facts = ImportFacts(of: entry) else { return nil }
        if let present, present.person == facts.person { facts.session = present.sessionID }
        return facts.state(id: entry.id, seat: entry.seat, hub: hub.rawValue, isBrief: isBrief)
    }
}
