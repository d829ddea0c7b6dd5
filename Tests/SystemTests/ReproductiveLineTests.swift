import BusContract
import ContractLiterals
import Foundation
import Processes
import SimulatedHub
import TestSupport
import Testing

/// Health data that only some destinations accept, from the subscription to the server, and the bus's messages about
/// its sources.
@Suite(.serialized) struct ReproductiveLineTests {
    private static let types: [(name: String, value: String)] = [
        ("Category,SexualActivity", "HKCategoryValueNotApplicable"),
        ("Category,IntermenstrualBleeding", "HKCategoryValueNotApplicable"),
        ("Category,MenstrualFlow", "HKCategoryValueVaginalBleedingMedium"),
        ("Category,CervicalMucusQuality", "HKCategoryValueCervicalMucusQualityDry"),
        ("Category,OvulationTestResult", "HKCategoryValueOvulationTestResultNegative"),
        ("Quantity,BasalBodyTemperature", "36.4"),
    ]

    private static var export: String {
        let records = types.enumerated().map { index, type in
            let parts = type.name.split(separator: ",")
            let time = "2026-03-0\(index + 1) 08:00:00 +0000"
            let unit = parts[0] == "Quantity" ? " unit=\"degC\"" : ""
            return "<Record type=\"HK\(parts[0])TypeIdentifier\(parts[1])\" sourceName=\"Apple Watch de Zoé\"\(unit) "
                + "startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(type.value)\"/>\n"
        }
        return "<HealthData><ExportDate value=\"2026-03-20 21:00:00 +0000\"/>\n\(records.joined())</HealthData>"
    }

    private static var settings: RunningLine.Settings {
        var settings = ImportWatch.settings()
        settings.hasLegacy = true
        settings.configuration["session-manager"] = ["seats": "\(LineSetup.seat),room-2", "shared-seats": "room-2"]
        return settings
    }

    private static func start(_ line: RunningLine, _ api: String) async throws {
        let token = try line.folder.write("token", text: LineSetup.person.token)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
        let run = try await ProgramRun(
            "vitalbus",
            [
                "session", "start", "--state", line.folder.state, "--seat", LineSetup.seat, "--user",
                LineSetup.person.user, "--organization", LineSetup.organization, "--api", api, "--token-file", token,
            ]
        )
        #expect(run.exit == .code(0), "\(run.text)")
    }

    private static func subscribe(_ line: RunningLine) async throws -> ProgramRun {
        try await ProgramRun(
            "vitalbus",
            ["health", "subscribe", "--state", line.folder.state, "--seat", LineSetup.seat, "reproductiveHealth"]
        )
    }

    @Test func theSixTypesAreAtTheLegacyAPIAndNoNameIsOnTheBus() async throws {
        try await RunningLine.with(Self.settings) { line in
            let watch = ImportWatch(line: line)
            let path = try line.folder.write("export.xml", text: Self.export)
            // The session's API has no fields for them: subscribing gives a warning, and asking for them an error.
            let warned = try await Self.subscribe(line)
            #expect(warned.exit == .code(0) && warned.text.contains("legacy API only"), "\(warned.text)")
            let refused = try await watch.send(path, ["--sets", "reproductiveHealth"])
            #expect(refused.exit == .code(65) && refused.text.contains("does not accept"), "\(refused.text)")
            try await Self.start(line, "legacy")
            let taken = try await Self.subscribe(line)
            #expect(taken.exit == .code(0) && !taken.text.contains("vitalbus:"), "\(taken.text)")
            let sent = try await watch.send(path)
            #expect(sent.exit == .code(0) && sent.text.contains("6 new records"), "\(sent.text)")
            try await line.waitForAccepted(6)
            try await line.wait("all is told") { try await line.told("recordSubmitted").count == 6 }
            #expect(try await line.told("submissionFailed").isEmpty)
            for told in try await line.told("recordSubmitted") {
                #expect(told.data.contains("\"originalSource\":\"Apple Watch\""), "\(told.data)")
                #expect(!told.data.contains("Zo"), "\(told.data)")
            }
        }
    }
}
