internal import BusContract
internal import DeliveryRules
internal import MessageBus
internal import QueueStore
internal import VitalRecords

extension StoredRecord {
    /// The saved record, or a stand-in made from the row's other columns if the content cannot be read.
    ///
    /// Nil only if the names in the row are not valid on the bus.
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

    /// Whether its content can be copied into a message unchanged.
    var isSpliceable: Bool { JSONCheck.isObject(Array(record)) }
}
