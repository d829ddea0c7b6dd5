import Foundation
import SimulatedHub
import VitalRecords

/// The people of the line figures: many, so that no single session is what limits the rate.
enum LineUsers {
    /// All of them.
    static let people: [LinePerson] = (1...16).map { number in
        LinePerson(seat: "seat-\(number)", user: "user-\(number)", token: "token-\(number)")
    }

    /// Their devices, in the same order.
    static let devices = people.map { _ in DeviceID(uuid: UUID()) }

    /// A live blood pressure reading, no two with one key.
    static func reading(_ number: Int, hub: HubID) -> Reading {
        let device = devices[number % devices.count]
        let now = Date.now
        let time = "2026-01-01T\(number)"
        return Reading(
            readingKey: .bluetooth(
                device: device,
                deviceTime: time,
                sequence: nil,
                measurement: Array(UUID().uuidString.utf8),
                episode: now
            ),
            type: .biometrics,
            timestamp: now,
            utcOffset: 0,
            timeQuality: .deviceClock,
            receivedAt: now,
            hub: hub,
            device: device,
            source: RecordSource(kind: .bluetooth, peripheralID: 3000, manufacturer: "Virtual", model: "VirtualBP"),
            measurements: [
                Measurement(metric: .systolic, value: DecimalNumber(Int64(100 + number % 60)), unit: "mm[Hg]"),
                Measurement(metric: .diastolic, value: DecimalNumber(Int64(60 + number % 40)), unit: "mm[Hg]"),
                Measurement(metric: .pulse, value: DecimalNumber(Int64(50 + number % 50)), unit: "/min"),
            ]
        )
    }
}
