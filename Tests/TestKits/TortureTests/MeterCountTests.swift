import Foundation
import SimulatedHub
import TestSupport
import Testing
import TortureGround

@testable import vitalbus_torture

/// The count of a meter's records detects each way in which one can be lost or misplaced.
@Suite struct MeterCountTests {
    /// The meter's users: "a" until 600,000, then "b"; all assignments are made in time.
    private static let stays = [
        Stay(user: "a", earliestStart: .min, surelyFrom: .min, surelyUntil: 600_000, latestEnd: 600_000),
        Stay(user: "b", earliestStart: 600_000, surelyFrom: 600_000, surelyUntil: nil, latestEnd: nil),
    ]
    private static let records = [
        MeterCount.Record(value: 51, measuredAt: 100_000, owners: ["a"]),
        MeterCount.Record(value: 52, measuredAt: 600_000, owners: ["a", "b"]),
        MeterCount.Record(value: 53, measuredAt: 900_000, owners: ["b"]),
    ]

    private func line(_ user: String, _ logID: String, _ value: Int, _ seconds: Int, act: String = "create") -> String {
        let time = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
        return #"{"act":"\#(act)","at":1000000,"record":{"user":"\#(user)","logID":"\#(logID)","content":"#
            + #"{"start_time":"\#(time)","metrics":[{"type":"blood_glucose","unit":"mg/dL","value":\#(value)}]}}}"#
    }

    private var whole: [String] { [line("a", "1", 51, 101), line("b", "2", 52, 598), line("b", "3", 53, 900)] }

    private func judged(_ lines: [String], expected: Int = 3, held: [Double] = []) -> RoundResult {
        var result = RoundResult()
        let journal = ServerJournal(Data(lines.joined(separator: "\n").utf8))
        MeterCount(expected: expected, records: Self.records).judge(journal, Kept(heldGlucose: held), &result)
        return result
    }

    @Test func everyRecordOnceIsGood() {
        let cuff =
            #"{"act":"create","at":1,"record":{"user":"z","logID":"9","content":{"metrics":[{"type":"pulse"}]}}}"#
        let result = judged(whole + [cuff, line("a", "1", 51, 101, act: "repeat")])
        #expect(result.isGood(at: .upsert))
        #expect(result.meter == 3 && result.meterOpen == 1)
        #expect(result.json(isBlind: false).contains(#""meter":3,"meterLost":0,"meterDoubled":0,"meterMisbooked":0"#))
    }

    @Test func aMissingRecordIsLost() {
        let result = judged([whole[0], whole[1]])
        #expect(result.meterLost == 1 && !result.isGood(at: .blind))
        let deleted = judged(whole + [line("b", "3", 53, 900, act: "delete")])
        #expect(deleted.meterLost == 1 && !deleted.isGood(at: .blind))
    }

    @Test func onlyARecordOfEitherPersonMayWait() {
        let waits = judged([whole[0], whole[2]], held: [52])
        #expect(waits.isGood(at: .upsert) && waits.meterOpen == 1 && waits.meterHeld == 1)
        let twice = judged(whole, held: [52])
        #expect(twice.meterDoubled == 1 && !twice.isGood(at: .blind), "it would be booked again")
        let clear = judged([whole[0], whole[1]], held: [53])
        #expect(clear.meterLost == 1 && !clear.isGood(at: .blind), "whose it is was known")
    }

    @Test func aRecordThatWasNeverMeasuredIsMissing() {
        let result = judged(whole, expected: 4)
        #expect(result.meterLost == 1 && !result.isGood(at: .blind))
    }

    /// Two keys for one record: each log id alone is correct.
    @Test func aRecordUnderTwoKeysIsDoubled() {
        let result = judged(whole + [line("a", "4", 51, 101)])
        #expect(result.meterDoubled == 1 && result.meterMisbooked == 0 && !result.isGood(at: .blind))
        let either = judged(whole + [line("a", "4", 52, 600)])
        #expect(either.meterDoubled == 1 && !either.isGood(at: .blind), "either may have it, but not both")
    }

    @Test func aRecordOnTheOtherPersonIsMisbooked() {
        let result = judged([line("b", "1", 51, 101), whole[1], whole[2]])
        #expect(result.meterMisbooked == 1 && result.meterLost == 0 && !result.isGood(at: .blind))
        let stranger = judged(whole + [line("z", "4", 54, 900)])
        #expect(stranger.meterMisbooked == 1 && !stranger.isGood(at: .blind), "nobody measured it")
    }

    @Test func aRecordOfAnotherHourIsSeen() {
        let result = judged([line("a", "1", 51, 101 - 7 * 3_600), whole[1], whole[2]])
        #expect(result.meterMistimed == 1 && !result.isGood(at: .blind))
    }

    @Test func allIsAddedUp() {
        var result = judged([line("b", "1", 51, 1), line("a", "2", 51, 101), whole[1]])
        result = result.adding(result)
        #expect(result.meter == 6 && result.meterLost == 2 && result.meterDoubled == 2)
        #expect(result.meterMisbooked == 2 && result.meterMistimed == 2 && result.meterOpen == 2)
    }

    @Test func theMetersOwnLogSaysWhoseARecordIs() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "devices.jsonl").path
        // The time shown by a clock that is seven hours behind in local time, from seconds since 1970.
        let zone = TimeZone.current.secondsFromGMT()
        func measured(_ number: Int, _ seconds: Int, _ device: String = Ward.meterAddress) -> String {
            let shown = Date(timeIntervalSince1970: Double(seconds - MeterScript.clockError + zone))
            let parts = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: shown)
            let stamp = [parts.month, parts.day, parts.hour, parts.minute, parts.second].map { $0 ?? 0 }
            let year = parts.year ?? 0
            let bytes = [0x02, number, 0, year & 0xFF, year >> 8] + stamp + [0x33, 0xB0, 0x11]
            let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return #"{"event":"measured","at":1,"device":"\#(device)","reading":\#(number),"frame":"\#(hex)"}"#
        }
        let context = #"{"event":"measured","device":"\#(Ward.meterAddress)","reading":1,"frame":"02010003"}"#
        let cuff = measured(4, 600, Ward.address(ofCuff: 0))
        let lines = [measured(1, 590), context, measured(2, 600), measured(3, 610), cuff]
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
        let count = MeterCount(GroundTruth(path), Self.stays)
        #expect(count.expected == 500)
        #expect(count.records.map(\.value) == [51, 52, 53])
        #expect(count.records.map(\.measuredAt) == [591_000, 601_000, 611_000])
        #expect(count.records.map(\.owners) == [["a"], ["a", "b"], ["b"]])
    }
}
