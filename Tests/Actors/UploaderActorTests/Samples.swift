import BusContract
import ContractLiterals
import Foundation
import VitalRecords

/// Records for the tests.
enum Samples {
    struct Impossible: Error {}

    static func record(
        _ number: Int = 1,
        revision: Int = 1,
        type: RecordType = .biometrics,
        _ measurements: [VitalRecords.Measurement]? = nil,
        utcOffset: Int? = 7_200,
        context: ReadingContext? = nil,
        details: RecordDetails? = nil,
        source: RecordSource? = nil
    ) throws -> VitalRecord {
        let key = ReadingKey.hashed(scheme: "test", fields: [1: Array("\(number)".utf8)])
        guard let seat = SeatID(rawValue: "room-1") else { throw Impossible() }
        let pressure = [
            VitalRecords.Measurement(metric: .systolic, value: 122, unit: "mm[Hg]"),
            VitalRecords.Measurement(metric: .diastolic, value: 73, unit: "mm[Hg]"),
            VitalRecords.Measurement(metric: .meanArterialPressure, value: 89, unit: "mm[Hg]"),
        ]
        return VitalRecord(
            logID: LogID.derive(sessionUser: "u", organization: "o", readingKey: key),
            readingKey: key,
            revision: revision,
            type: type,
            seat: seat,
            timestamp: Date(timeIntervalSince1970: 1_786_000_000),
            utcOffset: utcOffset,
            source: source
                ?? RecordSource(kind: .bluetooth, manufacturer: "Acme", model: "BP 1", serial: "SECRET-SERIAL"),
            measurements: measurements ?? pressure,
            context: context,
            details: details,
            receivedAt: Date(timeIntervalSince1970: 1_786_000_001)
        )
    }

    static func item(
        _ record: VitalRecord,
        fence: Int64 = 1,
        api: String = "inform",
        isUpdate: Bool = false,
        serverID: String? = nil,
        possiblySent: Bool = false,
        sentAgoSeconds: Int? = nil,
        underWaySeconds: Int? = nil,
        isLive: Bool? = nil
    ) -> UploadGrant.Item {
        UploadGrant.Item(
            record: record,
            revision: record.revision,
            fence: fence,
            sessionID: "s-1",
            apiVersion: .init(rawValue: api),
            isUpdate: isUpdate,
            serverID: serverID,
            possiblySent: possiblySent,
            isLive: isLive,
            sentAgoSeconds: sentAgoSeconds,
            underWaySeconds: underWaySeconds ?? (possiblySent ? 0 : nil)
        )
    }
}
