import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// Links that are lost while a device is queried, paired, or sends its memory, and devices that never answer.
@Suite struct LinkStepTests {
    private static let healthy = "F0:0D:00:00:00:FF"
    private static let wellMeter = "F0:0D:00:00:00:FE"
    /// The error of the devices' clocks in seconds: more than a day, and not a whole number of hours.
    private static let clockError = -100_000

    private static func address(_ number: Int) -> String { "F0:0D:00:00:00:\(String(10 + number))" }

    private static func reading(_ number: Int) -> Triple {
        Triple(systolic: Double(110 + number), diastolic: 75, pulse: 65)
    }

    private static func settings(_ devices: [String], faults: [String]) -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 8, "timing": \(LineScenario.quick),
             "faults": [\(faults.joined(separator: ","))], "devices": [\(devices.joined(separator: ","))]}
            """
        settings.configuration = [
            "device-reader": [
                "health.interval": "1s", "read.idle": "500ms", "clock.set": "true", "clock.trusted": "true",
            ]
        ]
        return settings
    }

    private static func cuff(_ address: String, _ more: String = "") -> String {
        #"{"address": "\#(address)", "idleSeconds": 0.3\#(more)}"#
    }

    /// Drops the link at each query before the readings, by the query's number on that link.
    ///
    /// The second access to a clock sets it, which takes effect although the answer is lost.
    @Test func aLinkLostWhileADeviceIsAskedCostsNoReadingAndNoTime() async throws {
        let losses = [("information", 1), ("information", 3), ("clock", 1), ("clock", 2), ("clock", 3)]
        let faults = losses.enumerated().map { number, loss in
            """
            {"kind": "dropAtStep", "device": "\(Self.address(number))", "step": "\(loss.0)", "frames": \(loss.1),
             "count": 1}
            """
        }
        let devices = losses.indices.map {
            Self.cuff(Self.address($0), #", "clockOffsetSeconds": \#(Self.clockError)"#)
        }
        try await RunningLine.with(Self.settings(devices + [Self.cuff(Self.healthy)], faults: faults)) { line in
            try await RadioWatch.with(line) { watch in
                let start = Date()
                for number in losses.indices {
                    try await line.radio.measure(Self.reading(number), at: Self.address(number))
                }
                try await line.radio.measure(Self.reading(99), at: Self.healthy)
                for (number, loss) in losses.enumerated() {
                    try await line.wait("the reading of a cuff whose link was lost at \(loss)") {
                        line.cloud.delivered.contains(Self.reading(number))
                    }
                    #expect(line.radio.hasStruck("dropAtStep", device: Self.address(number)), "\(loss) did not happen")
                }
                try await line.wait("the healthy cuff's reading") { line.cloud.delivered.contains(Self.reading(99)) }
                #expect(try await line.summary().accepted == losses.count + 1)
                #expect(try await line.summary().duplicates == 0)
                for (value, time) in line.cloud.delivered("systolic") {
                    let off = try #require(time).timeIntervalSince(start)
                    #expect(abs(off) < 300, "\(value) is \(off) s off")
                }
                try await line.wait("the word for a lost link") { watch.isToldByReader("connection") }
            }
        }
    }

    /// Drops the link after the request for the records, the first record, one in the middle, and the last one before
    /// the closing answer.
    @Test func whereverAMetersLinkBreaksEachRecordComesOnce() async throws {
        let count = 6
        let losses = [0, 1, 3, count]
        @Sendable func values(_ number: Int) -> [Double] { (1...count).map { Double(60 + 20 * number + $0) } }
        func meter(_ address: String, _ number: Int) -> String {
            let records = values(number).map { #"{"atSeconds": 0.1, "milligramsPerDecilitre": \#(Int($0))}"# }
            return """
                {"address": "\(address)", "name": "Meter", "profile": "glucose", "idleSeconds": 0.3,
                 "measurements": [\(records.joined(separator: ","))]}
                """
        }
        let sick = losses.indices.map { meter(Self.address($0), $0) }
        let faults = losses.enumerated().map { number, frames in
            """
            {"kind": "dropAtStep", "device": "\(Self.address(number))", "step": "racp", "frames": \(frames), "count": 1}
            """
        }
        let devices = sick + [meter(Self.wellMeter, losses.count), Self.cuff(Self.healthy)]
        try await RunningLine.with(Self.settings(devices, faults: faults)) { line in
            try await LineSetup.setPassive(line.connection, peripherals: [1000, 3000])
            try await line.radio.measure(Self.reading(99), at: Self.healthy)
            let wanted = (0...losses.count).flatMap { values($0) }
            try await line.wait("every record of every meter") {
                Set(line.cloud.delivered("blood_glucose").map(\.value)).isSuperset(of: wanted)
            }
            try await line.wait("the healthy cuff's reading") { line.cloud.delivered.contains(Self.reading(99)) }
            // A meter whose link broke before its closing answer has to send everything again.
            try await line.wait("the ends of all reports") { line.reports >= losses.count + 1 }
            for (number, frames) in losses.enumerated() {
                #expect(
                    line.radio.hasStruck("dropAtStep", device: Self.address(number)),
                    "no loss after \(frames) records"
                )
            }
            #expect(line.cloud.delivered("blood_glucose").map(\.value).sorted() == wanted.sorted())
            let summary = try await line.summary()
            #expect(summary.accepted == wanted.count + 1)
            #expect(summary.duplicates == 0)
        }
    }

    @Test func aPairingWhoseLinkIsLostSaysSoAndWorksTheNextTime() async throws {
        let sick = Self.address(0)
        let devices = [Self.cuff(sick, #", "pairing": "justWorks""#), Self.cuff(Self.healthy)]
        try await RunningLine.with(Self.settings(devices, faults: [])) { line in
            let failures = try await FailureWatch(line)
            try await line.radio.measure(Self.reading(0), at: sick)
            try await line.wait("the word that it wants a pairing") {
                try failures.passive(line.radio.device(sick)) != nil
            }
            try await line.radio.control(
                #"{"do": "fault", "kind": "dropAtStep", "device": "\#(sick)", "step": "pairing", "count": 1}"#
            )
            let pairing = PairPeripheral(device: try line.radio.device(sick), peripheralID: 3000)
            let error = await #expect(throws: BusError.self) { try await line.pair(pairing) }
            #expect(error?.code.rawValue == "pairingFailed", "\(String(describing: error))")
            try await line.wait("the SDK's reason") { try failures.pairing(line.radio.device(sick)) == .pairingFailed }
            #expect(line.radio.hasStruck("dropAtStep", device: sick))
            try await line.radio.measure(Self.reading(99), at: Self.healthy)
            try await line.wait("the healthy cuff's reading") { line.cloud.delivered.contains(Self.reading(99)) }
            let paired = try await LineSetup.patiently { try await line.pair(pairing) }
            #expect(try paired.device == line.radio.device(sick))
            try await line.wait("the paired cuff's reading") { line.cloud.delivered.contains(Self.reading(0)) }
            #expect(try await line.summary().duplicates == 0)
            failures.end()
        }
    }

    @Test(arguments: [
        ("discovery", ReaderFailure.connectionTimeout, "timeout"), ("information", .readingTimeout, "readingTimeout"),
        ("subscribed", .readingTimeout, "readingTimeout"),
    ])
    func whoeverNeverAnswersIsNamedAndHoldsNobodyUp(
        step: String,
        reason: ReaderFailure,
        word: String
    ) async throws {
        let sick = Self.address(0)
        let settings = Self.settings(
            [Self.cuff(sick), Self.cuff(Self.healthy)],
            faults: [#"{"kind": "neverAnswers", "device": "\#(sick)", "step": "\#(step)"}"#]
        )
        try await RunningLine.with(settings) { line in
            try await RadioWatch.with(line) { watch in
                let failures = try await FailureWatch(line)
                try await line.radio.measure(Self.reading(0), at: sick)
                try await line.wait("a link to the deaf cuff") { line.radio.hasStruck("neverAnswers", device: sick) }
                try await line.radio.measure(Self.reading(99), at: Self.healthy)
                try await line.wait("the word for it") { try failures.passive(line.radio.device(sick)) == reason }
                try await line.wait("\(word) in the reader's health") { watch.isToldByReader(word) }
                try await line.wait("the healthy cuff's reading") { line.cloud.delivered.contains(Self.reading(99)) }
                #expect(!line.cloud.delivered.contains(Self.reading(0)))
                failures.end()
            }
        }
    }
}

extension RunningLine {
    /// The number of reports of a memory that were sent completely and received by the hub.
    fileprivate nonisolated var reports: Int {
        let log = (try? String(contentsOf: URL(filePath: folder.truth), encoding: .utf8)) ?? ""
        return log.split(separator: "\n").count { $0.contains(#""event":"racp""#) && $0.contains("reported ") }
    }

    /// Requests a pairing once.
    fileprivate nonisolated func pair(_ body: PairPeripheral) async throws -> PeripheralPaired {
        try await radio.ask(ReaderTopics.pairPeripheral, body: body)
    }
}
