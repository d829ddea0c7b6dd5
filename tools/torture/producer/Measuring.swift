import Foundation
import TortureGround
import VitalRecords

/// What the devices around one hub measure; pure but for its random numbers.
struct Measuring {
    /// How often the devices that both hubs hear measure.
    private static let slot = 500

    private let hub: HubID
    private let own: [Int]
    private var lastSlot: Int
    private var count: UInt64

    /// - Parameter from: Readings measured earlier are not announced.
    init(hub name: String, from start: Date) throws {
        guard let hub = HubID(rawValue: name) else {
            throw CocoaError(.featureUnsupported, userInfo: [NSLocalizedDescriptionKey: "\(name) is not a hub"])
        }
        self.hub = hub
        own = Ward.own(of: name)
        lastSlot = Self.slot(at: start)
        count = UInt64.random(in: 0...UInt64(UInt32.max))
    }

    /// The next reading of an own device, and one of a shared device when its time has come.
    mutating func next(at now: Date) -> [Reading] {
        var readings: [Reading] = []
        count &+= 1
        if !own.isEmpty {
            let device = own[Int(count % UInt64(own.count))]
            readings.append(reading(of: device, sequence: count, time: now, now: now))
        }
        let slot = Self.slot(at: now)
        if slot > lastSlot {
            lastSlot = slot
            let time = Date(timeIntervalSince1970: Double(slot * Self.slot) / 1_000)
            let device = Ward.shared[slot % Ward.shared.count]
            // Both hubs give it the same key, whichever of them is alive in that moment.
            readings.append(reading(of: device, sequence: UInt64(slot), time: time, now: now))
        }
        return readings
    }

    private func reading(of number: Int, sequence: UInt64, time: Date, now: Date) -> Reading {
        let systolic = 100 + Int(sequence % 80)
        let device = Ward.device(number)
        let text = "2026-01-01T00:00:00"
        return Reading(
            readingKey: .bluetooth(
                device: device,
                deviceTime: text,
                sequence: sequence,
                measurement: [UInt8(systolic)],
                episode: time
            ),
            type: .biometrics,
            timestamp: time,
            timeQuality: .corrected,
            receivedAt: now,
            hub: hub,
            device: device,
            source: RecordSource(kind: .bluetooth, peripheralID: 3000, manufacturer: "Torture", model: "Cuff"),
            measurements: [
                Measurement(metric: .systolic, value: DecimalNumber(Int64(systolic)), unit: "mm[Hg]"),
                Measurement(metric: .diastolic, value: DecimalNumber(Int64(systolic - 40)), unit: "mm[Hg]"),
                Measurement(metric: .pulse, value: 60, unit: "/min"),
            ]
        )
    }

    private static func slot(at date: Date) -> Int { Int(date.timeIntervalSince1970 * 1_000) / slot }
}
