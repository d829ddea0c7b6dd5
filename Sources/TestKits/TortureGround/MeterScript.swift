internal import Foundation
package import SimulatedHub
internal import VitalRecords

/// The glucose meter of a run: what it measures, what happens to its links, and what it wrote down itself.
package enum MeterScript {
    /// One record, as the meter knows it.
    package struct Record: Sendable, Hashable {
        /// Its value in mg/dL; no two are alike.
        package let value: Int
        /// When it was measured, in milliseconds since 1970: by the meter's clock, put right by what that is wrong.
        package let measuredAt: Int64

        /// Names a record.
        package init(value: Int, measuredAt: Int64) {
            self.value = value
            self.measuredAt = measuredAt
        }
    }

    /// How many records it makes.
    package static let count = 500
    /// The time between two of them, in milliseconds.
    package static let pace = 100
    /// By how much its clock is wrong, in seconds: it shows that much too little.
    package static let clockError = 7 * 3_600
    /// When it begins, in seconds; everybody has their device by then.
    private static let start = 2.0
    /// The links' ends after so many records, each with its probability; the last one is sure.
    private static let drops = [(20, 0.25), (30, 0.3), (40, 0.4), (50, 0.5), (60, 1.0)]

    /// The value of a record, by its number from 1.
    package static func value(of number: Int) -> Int { 50 + number }

    /// The meter for the simulator's scenario.
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

    /// What happens to the radio meanwhile: no link outlives 60 records of the meter, and bluetoothd ends every 15 s.
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

    /// What the meter measured.
    ///
    /// Times are taken from the frames' own bytes, not by the decoders that are under test.
    package static func records(_ truth: GroundTruth) -> [Record] {
        var known: Set<Int> = []
        // A record's second frame is its context.
        return truth.taken.filter { $0.device == Ward.meterAddress && known.insert($0.number).inserted }
            .compactMap { taken in
                time(taken.frame).map { Record(value: value(of: taken.number), measuredAt: $0) }
            }
    }

    /// The base time of a glucose frame: year, month, day, hour, minute and second from its byte 3 on, local.
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
