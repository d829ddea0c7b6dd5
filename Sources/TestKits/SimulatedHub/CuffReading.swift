internal import Foundation
package import VitalRecords

/// Live blood pressure readings of cuffs that are not simulated themselves.
package enum CuffReading {
    /// A reading measured now, no two with one key.
    ///
    /// - Parameter number: The values follow from it.
    package static func live(_ number: Int, of device: DeviceID, at hub: HubID) -> Reading {
        let now = Date.now
        return Reading(
            readingKey: .bluetooth(
                device: device,
                deviceTime: "2026-01-01T\(number)",
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
