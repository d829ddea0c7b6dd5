import BusContract
import Foundation
import LineFixture
import MessageBus
import Testing

/// Links that break, and devices that misbehave, beside a cuff that is well.
@Suite(.timeLimit(.minutes(6))) struct LinkHealingTests {
    private static let healthy = "F0:0D:00:00:00:FF"

    /// What a cuff suffers once or twice before it can be read.
    private static let faults = [
        #""kind": "connectAbortByLocal", "count": 5"#,
        #""kind": "deviceGoneBeforeConnect", "count": 1"#,
        #""kind": "connectInProgress", "count": 1"#,
        #""kind": "gattInProgress", "count": 2"#,
        #""kind": "dropAtStep", "step": "connected", "count": 1"#,
        #""kind": "dropAtStep", "step": "discovery", "count": 1"#,
        #""kind": "dropAtStep", "step": "subscribed", "count": 1"#,
        #""kind": "duplicateIndication", "count": 1"#,
        #""kind": "servicesResolvedLate", "seconds": 3, "count": 1"#,
        #""kind": "garbageFrame", "count": 1"#,
        #""kind": "sendsForever", "count": 1"#,
    ]

    private static func address(_ number: Int) -> String { "F0:0D:00:00:00:\(String(10 + number))" }

    private static func reading(_ number: Int) -> Triple {
        Triple(systolic: Double(110 + number), diastolic: 75, pulse: 65)
    }

    private static func settings(_ devices: Int, _ faults: [String]) -> RunningLine.Settings {
        let sick = (0..<devices).map { #"{"address": "\#(address($0))", "idleSeconds": 1}"# }
        let well = #"{"address": "\#(healthy)", "idleSeconds": 1}"#
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 8, "timing": {"scanGap": 0, "connect": 0.05, "disconnect": 0.2},
             "faults": [\(faults.joined(separator: ","))], "devices": [\((sick + [well]).joined(separator: ","))]}
            """
        settings.configuration = [
            "device-reader": ["health.interval": "1s", "read.longest": "5s", "read.first-frame": "5s"]
        ]
        return settings
    }

    private static func kind(_ fault: String) -> String {
        fault.split(separator: "\"").dropFirst(2).first.map(String.init) ?? ""
    }

    @Test func whereverALinkBreaksItsReadingComesOnce() async throws {
        let faults = Self.faults.enumerated().map { #"{"device": "\#(Self.address($0))", \#($1)}"# }
        try await RunningLine.with(Self.settings(faults.count, faults)) { line in
            try await RadioWatch.with(line) { watch in
                for number in Self.faults.indices {
                    try await line.measure(Self.reading(number), at: Self.address(number))
                }
                try await line.measure(Self.reading(99), at: Self.healthy)
                try await line.wait("the healthy cuff's reading") { line.delivered.contains(Self.reading(99)) }
                for (number, fault) in Self.faults.enumerated() {
                    try await line.wait("the reading of a cuff with \(fault)") {
                        line.delivered.contains(Self.reading(number))
                    }
                    let kind = Self.kind(fault)
                    #expect(line.hasStruck(kind, Self.address(number)), "\(kind) did not happen")
                }
                let summary = try await line.summary()
                #expect(summary.accepted == Self.faults.count + 1)
                #expect(summary.duplicates == 0)
                // What was tried again by the hub itself within a link's making needs no word; what failed a reading does.
                try await line.wait("a failed reading's cause in the reader's health") {
                    watch.isToldByReader("connectFailed")
                }
            }
        }
    }

    /// A device that never answers costs the others some seconds of the radio at a time, and no more.
    @Test func aDeviceThatNeverAnswersKeepsNobodyOut() async throws {
        let fault = #"{"device": "\#(Self.address(0))", "kind": "neverAnswers"}"#
        try await RunningLine.with(Self.settings(1, [fault])) { line in
            try await RadioWatch.with(line) { watch in
                try await line.measure(Self.reading(0), at: Self.address(0))
                try await line.wait("its silence") { line.hasStruck("neverAnswers", Self.address(0)) }
                for number in 1...2 {
                    try await line.measure(Self.reading(number), at: Self.healthy)
                    try await line.wait("the healthy cuff's reading \(number)") {
                        line.delivered.contains(Self.reading(number))
                    }
                }
                try await line.wait("the cause in the reader's health") { watch.isToldByReader("timeout") }
                #expect(!line.delivered.contains(Self.reading(0)))
                try await line.control(#"{"do": "clearFaults"}"#)
                try await line.wait("its reading once it answers") { line.delivered.contains(Self.reading(0)) }
            }
        }
    }
}
