internal import ActorRuntime
internal import BusContract
internal import Delivery
internal import DurableStore
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

extension SessionManagerActor {
    /// A page of stored records as the bus shows it.
    func page(_ page: StorePage<StoredRecord>) -> RecordPage {
        RecordPage(
            page: page.page,
            pages: page.pages,
            records: page.elements.compactMap { stored in
                guard let record = try? WireJSON.decode(VitalRecord.self, from: Array(stored.record)) else {
                    return nil
                }
                return RecordPage.Entry(
                    record: record.shortened(from: stored.record.count),
                    state: stored.entry.state.word,
                    attempts: stored.entry.attempts,
                    error: stored.entry.state.fault
                )
            }
        )
    }

    /// A page of held readings as the bus shows it.
    func held(_ page: StorePage<HeldReading>) -> HeldPage {
        HeldPage(
            page: page.page,
            pages: page.pages,
            readings: page.elements.compactMap { held in
                guard let reading = try? WireJSON.decode(Reading.self, from: Array(held.reading)) else { return nil }
                return HeldPage.Entry(reading: reading.shortened(from: held.reading.count), reason: held.reason)
            }
        )
    }

    /// The queue's depths as the bus shows them.
    func queueState() async throws -> QueueState {
        let depths = try await store.depths()
        let paused = try await store.pausedDestinations()
        return QueueState(
            pending: depths.pendingLive + depths.pendingHistory,
            leased: depths.leased,
            held: depths.held,
            rejected: depths.rejected,
            oldestSeconds: depths.oldest.map { max(0, Int(context.environment.now().timeIntervalSince($0))) },
            paused: paused.isEmpty ? nil : paused.map { "\($0.api): \($0.reason)" }.joined(separator: "; "),
            images: depths.images
        )
    }
}

extension DeliveryState {
    fileprivate var word: String {
        switch self {
        case .pending: "pending"
        case .leased: "leased"
        case .submitted: "submitted"
        case .rejected: "rejected"
        case .ended(let outcomeUnknown): outcomeUnknown ? "unknown" : "unsynced"
        case .withdrawn: "withdrawn"
        }
    }

    fileprivate var fault: WireFault? {
        guard case .rejected(let error) = self else { return nil }
        return WireFault(code: error.code, message: error.message, retriable: false)
    }
}
