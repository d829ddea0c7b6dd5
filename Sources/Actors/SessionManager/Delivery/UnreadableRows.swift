internal import BusContract
internal import DeliveryRules
internal import MessageBus
internal import QueueStore
internal import VitalRecords

extension StoredRecord {
    /// The record as it can be shown: what is saved, or what its row says beside it where that cannot be read.
    ///
    /// Nil only where the row's own names cannot stand on the bus.
    var shown: VitalRecord? {
        do { return try WireJSON.decode(VitalRecord.self, from: Array(record)) } catch { return standIn }
    }

    /// A record without values for a row whose content cannot be read.
    var standIn: VitalRecord? {
        guard let name = LogID(rawValue: logID), let seat = SeatID(rawValue: seat),
            let key = ReadingKey(rawValue: "unreadable-\(logID.lowercased())")
        else { return nil }
        return VitalRecord(
            logID: name,
            readingKey: key,
            revision: entry.revision,
            type: RecordType(rawValue: "unknown"),
            seat: seat,
            timestamp: measuredAt,
            source: RecordSource(kind: SourceKind(rawValue: "unknown")),
            measurements: [],
            receivedAt: createdAt
        )
    }

    /// Whether its content can stand in a message as it is.
    var isSpliceable: Bool { JSONCheck.isObject(Array(record)) }
}
