import BusContract
import ContractLiterals
import Foundation
import MessageBus
import SimulatedHub
import Testing

/// Broken links and faulty devices, together with a healthy cuff.
@Suite struct LinkHealingTests {
    private static let healthy = "F0:0D:00:00:00:FF"

    /// The faults that a cuff has once or twice before it can be read.
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
        #""kind": "neverAnswers", "count": 1"#,
    ]

    private static func address(_ number: Int) -> String { "F0:0D:00:00:00:\(String(10 + number))" }

    private static func reading(_ number: Int) -> Triple {
        Triple(systolic: Double(110 + number), diastolic: 75, pulse: 65)
    }

    private static func settings(_ faults: [String]) -> RunningLine.Settings {
        let sick = faults.indices.map { #"{"address": "\#(address($0))", "idleSeconds": 0.3}"# }
        let well = #"{"address": "\#(healthy)", "idleSeconds": 0.3}"#
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 8, "timing": \(LineScenario.quick),
             "faults": [\(faults.joined(separator: ","))], "devices": [\((sick + [well]).joined(separator: ","))]}
            """
        settings.configuration = [
            "device-reader": [
                "health.interval": "1s", "read.longest": "10s", "read.first-frame": "10s", "read.idle": "500ms",
            ]
        ]
        return settings
    }

    private static func kind(_ fault: String) -> String {
        fault.split(separator: "\"").dropFirst(2).first.map(String.init) ?? ""
    }

    @Test func whereverALinkBreaksItsReadingComesOnce() async throws {
        let faults = Self.faults.enumerated().map { #"{"device": "\#(Self.address($0))", \#($1)}"# }
        try await RunningLine.with(Self.settings(faults)) { line in
            try await RadioWatch.with(line) { watch in
                for number in Self.faults.indices {
                    try await line.radio.measure(Self.reading(number), at: Self.address(number))
                }
                for number in [98, 99] {
                    try await line.radio.measure(Self.reading(number), at: Self.healthy)
                    try await line.wait("the healthy cuff's reading") {
                        line.cloud.delivered.contains(Self.reading(number))
                    }
                }
                for (number, fault) in Self.faults.enumerated() {
                    try await line.wait("the reading of a cuff with \(fault)") {
                        line.cloud.delivered.contains(Self.reading(number))
                    }
                    let kind = Self.kind(fault)
                    #expect(line.radio.hasStruck(kind, device: Self.address(number)), "\(kind) did not happen")
                }
                let summary = try await line.summary()
                #expect(summary.accepted == Self.faults.count + 2)
                #expect(summary.duplicates == 0)
                // A retry by the hub itself while it connects is not reported; a failed reading is.
                for cause in ["connectFailed", "timeout"] {
                    try await line.wait("\(cause) in the reader's health") { watch.isToldByReader(cause) }
                }
            }
        }
    }
}
