internal import Foundation
package import SimulatedHub
internal import VitalRecords

/// The glucose meter of a run: its readings, the faults of its links, and its own record of the truth.
package enum MeterScript {
    /// A record in the meter's memory.
    package struct Record: Sendable, Hashable {
        /// Its value in mg/dL; all values differ.
        package let value: Int
        /// Time of the measurement in milliseconds since 1970, corrected by the error of the meter's clock.
        package let measuredAt: Int64

        /// Creates a record.
        package init(value: Int, measuredAt: Int64) {
            self.value = value
            self.measuredAt = measuredAt
        }
    }

    /// The number of records.
    package static let count = 500
    /// The time between two records in milliseconds.
    package static let pace = 100
    /// How far its clock is behind, in seconds.
    package static let clockError = 7 * 3_600
    /// Its start time in seconds, when all devices are assigned.
    private static let start = 2.0
    /// Record counts after which a link may end, with probabilities; the last one is certain.
    private static let drops = [(20, 0.25), (30, 0.3), (40, 0.4), (50, 0.5), (60, 1.0)]

    /// The value of a record by its number, from 1.
    package static func value(of number: Int) -> Int { 50 + number }

    /// The meter in the simulator's scenario.
    package static var device: String {
        let measurements = (1...count).map { number in
            let at = start + Double((number - 1) * pace) / 1_000
            return #"{"atSeconds":\#(at),"milligramsPerDecilitre":\#(value(of: number))}"#
        }
        return """
            { "address": "\(Ward.meterAddress)", "name": "VirtualMeter", "profile": "glucose",
              "clockOffsetSeconds": \(-clockError), "recordPauseSeconds": 0.02,
              "measurements": [\(measurements.joined(separator: ","))] }
            """
    }

    /// The radio faults: no link outlives 60 records of the meter, and bluetoothd restarts every 15 s.
    package static var faults: String {
        let drops = drops.map { frames, probability in
            """
            { "kind": "dropAfterFrames", "device": "\(Ward.meterAddress)", "frames": \(frames),
              "probability": \(probability) }
            """
        }
        let restart = #"{ "kind": "daemonRestart", "atSeconds": 15, "everySeconds": 15 }"#
        return (drops + [restart]).joined(separator: ",")
    }

    /// The records measured by the meter.
    ///
    /// It reads times from the bytes of the frames, not through the decoders under test.
    package static func records(_ truth: GroundTruth) -> [Record] {
        var known: Set<Int> = []
        // The second frame of a record is its context.
        return truth.taken.filter { $0.device == Ward.meterAddress && known.insert($0.number).inserted }
            .compactMap { taken in
                time(taken.frame).map { Record(value: value(of: taken.number), measuredAt: $0) }
            }
    }

    /// The base time of a glucose frame: local year, month, day, hour, minute and second from byte 3 on.
    private static func time(_ frame: [UInt8]) -> Int64? {
        guard frame.count >= 10 else { return nil }
        let parts = frame[5...9].map { Int($0) }
        let year = Int(frame[3]) | Int(frame[4]) << 8
        guard
            let civil = CivilDateTime(
                year: year,
                month: parts[0],
                day: parts[1],
                hour: parts[2],
                minute: parts[3],
                second: parts[4]
            )
        else { return nil }
        let shown = civil.date(utcOffset: TimeZone.current.secondsFromGMT())
        return Int64(shown.timeIntervalSince1970 * 1_000) + Int64(clockError) * 1_000
    }
}
