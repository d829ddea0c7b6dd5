import FoundationEssentials
import VitalRecords

/// Readings for the tests, all of one site.
enum Samples {
    struct Impossible: Error {}

    static let pressure = [
        Measurement(metric: .systolic, value: 122, unit: "mm[Hg]"),
        Measurement(metric: .diastolic, value: 73, unit: "mm[Hg]"),
    ]

    static func device(_ number: UInt8 = 1) -> DeviceID {
        DeviceID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x50, 0, 0x80, 0, 0, 0, 0, 0, 0, number)))
    }

    static func key(_ number: Int) -> ReadingKey {
        ReadingKey.hashed(scheme: "test", fields: [1: Array("\(number)".utf8)])
    }

    /// A cuff's reading, by default ten seconds after the test's start.
    static func reading(
        _ number: Int = 1,
        revision: Int = 1,
        hub: String = "room-1",
        device: DeviceID? = device(),
        at seconds: Double = 10,
        quality: TimeQuality = .deviceClock,
        user: Int? = nil,
        seat: String? = nil,
        kind: SourceKind = .bluetooth,
        twin: ReadingKey? = nil,
        received: Double? = nil,
        measurements: [Measurement] = pressure,
        history: Bool = false,
        type: RecordType = .biometrics,
        askedAt: Double? = nil,
        session: String? = nil
    ) throws -> Reading {
        guard let hub = HubID(rawValue: hub) else { throw Impossible() }
        return Reading(
            readingKey: key(number),
            twinKey: twin,
            revision: revision,
            type: type,
            timestamp: TestTime.start.addingTimeInterval(seconds),
            timeQuality: quality,
            receivedAt: TestTime.start.addingTimeInterval(received ?? seconds),
            hub: hub,
            seat: seat.flatMap { SeatID(rawValue: $0) },
            device: device,
            userIndex: user,
            source: RecordSource(kind: kind, manufacturer: "Acme"),
            measurements: measurements,
            history: history,
            askedAt: askedAt.map { TestTime.start.addingTimeInterval($0) },
            sessionID: session
        )
    }
}
