internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// Changes records at an operator's request.
struct RecordChangeService: ManagerService {
    let parts: ServiceParts

    /// The operations that change records.
    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.updateRecord) { body, _ in try await update(body) },
            RequestHandler(SessionOperations.deleteRecord) { body, _ in
                let change = try await store.records.delete(
                    logID: body.logID.rawValue,
                    baseRevision: body.baseRevision,
                    at: environment.now()
                )
                return try answer(about: body.logID, after: change)
            },
        ]
    }

    private func update(_ body: UpdateRecord) async throws -> RecordChanged {
        let now = environment.now()
        guard let stored = try await store.records.record(logID: body.logID.rawValue), !stored.isImage,
            !stored.isFurther
        else {
            return try answer(about: body.logID, after: .unknown)
        }
        var record = try WireJSON.decode(VitalRecord.self, from: Array(stored.record))
        let present = record.measurements
        record.measurements = body.measurements
        do {
            // A changed record must also satisfy the rules of readings.
            try Reading(record, hub: stored.hub)?.validate(now: now)
        } catch {
            throw BusError(.invalidArgument, message: "\(error)")
        }
        try TypedValues.check(body, replacing: present)
        let change = try await store.records.update(
            logID: body.logID.rawValue,
            baseRevision: body.baseRevision,
            at: now
        ) { present, revision in
            var record = try WireJSON.decode(VitalRecord.self, from: Array(present))
            record.measurements = body.measurements
            record.revision = revision
            return Data(try WireJSON.encode(record))
        }
        return try answer(about: body.logID, after: change)
    }

    private func answer(about logID: LogID, after change: RecordChange) throws -> RecordChanged {
        switch change {
        case .changed(let record, let isRepeat):
            signals.committed()
            let entry = record.entry
            logger.info("a record was changed by hand", metadata: ["record": "\(logID)"])
            let outcome: RecordChanged.Outcome =
                isRepeat
                ? .repeated : entry.state == .withdrawn ? .withdrawn : entry.isSessionEnded ? .unsynced : .accepted
            return RecordChanged(logID: logID, revision: entry.newestRevision, outcome: outcome)
        case .otherRevision(let newest):
            throw BusError(
                .conflict,
                message: "record \(logID) has revision \(newest): check it, and repeat the request with that revision"
            )
        case .deleted: throw BusError(.conflict, message: "record \(logID) was deleted")
        case .unknown:
            throw BusError(
                .notFound,
                message:
                    "unknown record \(logID): submitted records are kept for 'records.keep', and held readings have no record yet"
            )
        }
    }
}

extension Reading {
    /// The reading that a record was made from; nil if its hub has no valid id.
    fileprivate init?(_ record: VitalRecord, hub: String) {
        guard let hub = HubID(rawValue: hub) else { return nil }
        self.init(
            readingKey: record.readingKey,
            revision: record.revision,
            type: record.type,
            timestamp: record.timestamp,
            utcOffset: record.utcOffset,
            clockOffsetSeconds: record.clockOffsetSeconds,
            receivedAt: record.receivedAt,
            hub: hub,
            source: record.source,
            measurements: record.measurements,
            context: record.context
        )
    }
}
