import ActorRuntime
import ArgumentParser
import Foundation
import HubRunner
import SiteAuthority
import SiteRecords
import TestSupport
import Testing

@testable import VitalbusCommand

/// The name of a hub that is started with a configuration file.
@Suite struct UpPlanTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func plan(_ text: String, _ more: String...) throws -> HubPlan {
        let file = folder.url.appending(path: "vitalbus.yaml").path
        try Data(text.utf8).write(to: URL(filePath: file))
        let state = folder.url.appending(path: "state").path
        let up = try Up.parse(["--seat", "bed-a", "--config", file, "--state", state] + more)
        return try up.start(CommandEnvironment(out: { _ in }, err: { _ in }, variables: [:])).plan(executables: "/bin")
    }

    @Test func aFileNeedNotNameSiteAndHubForTheOwnBroker() throws {
        let plan = try plan("ocr-worker:\n  cameras: [desk=/dev/video0]\n")
        #expect(plan.site == "home" && plan.hub == "hub-1" && plan.broker == .own)
    }

    @Test func whatTheFileNamesGoesOverTheDefaultAndAFlagOverBoth() throws {
        let text = "site: ward-3\nhub: room-12\n"
        #expect(try plan(text).site == "ward-3")
        let flagged = try plan(text, "--hub", "room-13")
        #expect(flagged.site == "ward-3" && flagged.hub == "room-13")
    }

    /// Stores these flags as a starting hub does, and returns the plan of the start.
    @discardableResult
    private func started(_ arguments: String...) throws -> HubPlan {
        let up = try Up.parse(["--state", state] + arguments)
        let plan = try up.start(environment).plan(executables: "/bin")
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        try plan.memory?.write(plan.layout)
        return plan
    }

    private var state: String { folder.url.appending(path: "state").path }
    private var environment: CommandEnvironment {
        CommandEnvironment(out: { _ in }, err: { _ in }, variables: ["HOME": folder.url.path])
    }

    @Test func aStartWithoutFlagsGoesOnWhereTheLastOneStopped() throws {
        let first = try started(
            "--seat",
            "bed-a",
            "--seat",
            "bed-b",
            "--inform-url",
            "https://api.example.org",
            "--legacy-url",
            "https://legacy.example.org",
            "--fhir-url",
            "https://fhir.example.org/r4",
            "--bus-address",
            "unix:path=/b",
            "--uploaders",
            "4",
            "--ocr-workers",
            "2",
            "--radio",
            "none",
            "--share-values",
            "--set",
            "uploader:concurrency=8",
            "--hub",
            "room-12"
        )
        let second = try started()
        #expect(second == first)
        #expect(second.seats == ["bed-a", "bed-b"] && second.uploaders == 4 && !second.hasRadio && second.sharesValues)
        #expect(second.hub == "room-12" && second.dbusAddress == "unix:path=/b")
        #expect(second.fhirURL == "https://fhir.example.org/r4")
        let third = try started(
            "--uploaders",
            "2",
            "--legacy-url",
            "none",
            "--no-share-values",
            "--bus-address",
            "none"
        )
        #expect(third.uploaders == 2 && third.legacyURL == nil && !third.sharesValues && third.dbusAddress == nil)
        #expect(third.informURL == "https://api.example.org" && third.seats == ["bed-a", "bed-b"])
        #expect(try started() == third)
        #expect(try started("--forget").informURL == nil)
    }

    /// Two hubs with one name would answer for each other, and the broker could not distinguish them.
    @Test func theServerDoesNotTakeTheNameOrTheSeatOfAHubThatJoined() throws {
        let site = try Site.make(
            try SiteRecord(site: "home", addresses: ["127.0.0.1"]),
            files: SiteFiles(state: state),
            now: Date()
        )
        _ = try site.add("room-2", seats: ["bed-2"], again: false, now: Date())
        for (flags, word) in [(["--hub", "room-2"], "room-2"), (["--hub", "room-1", "--seat", "bed-2"], "bed-2")] {
            let up = try Up.parse(["--state", state] + flags)
            let failure = #expect(throws: CommandFailure.self) {
                try up.start(environment).plan(executables: "/bin")
            }
            #expect(failure?.exitCode == ExitCodes.usage && failure?.message.contains("'room-2'") == true, "\(word)")
        }
        let own = try Up.parse(["--state", state, "--hub", "room-1", "--seat", "bed-1"])
        #expect(try own.start(environment).plan(executables: "/bin").hub == "room-1")
    }

    @Test func whatIsTakenUpIsSaid() throws {
        try started("--seat", "bed-a", "--inform-url", "https://api.example.org")
        let start = try Up.parse(["--state", state, "--seat", "bed-b"]).start(environment)
        let plan = try start.plan(executables: "/bin")
        let words = Up.words(plan, start: start, hub: Up.hub(plan, start: start, in: environment)).joined(
            separator: "\n"
        )
        #expect(words.contains("using --inform-url https://api.example.org from the last start;"))
        #expect(words.contains("doctor --state \(state)"))
        #expect(!words.contains("no destination"))
        let fresh = try Up.parse(["--state", state, "--forget"]).start(environment)
        let freshPlan = try fresh.plan(executables: "/bin")
        let said = Up.words(freshPlan, start: fresh, hub: Up.hub(freshPlan, start: fresh, in: environment)).joined(
            separator: "\n"
        )
        #expect(said.contains("no destination") && said.contains("--inform-url"))
        #expect(said.contains("held until"))
    }

    @Test func aFileNamesSeatsDestinationAndRadioWhereNoFlagDoes() throws {
        let text = """
            hub: room-12
            vitalbus:
              radio: none
              uploaders: 3
            session-manager:
              seats: [bed-a]
              seat.solo: true
            uploader:
              destination.inform.base-url: https://api.example.org
            """
        let file = folder.url.appending(path: "hub.yaml").path
        try Data(text.utf8).write(to: URL(filePath: file))
        let up = try Up.parse(["--state", state, "--config", file])
        let start = try up.start(environment)
        let plan = try start.plan(executables: "/bin")
        #expect(plan.hub == "room-12" && plan.seats == ["bed-a"] && plan.isSolo && !plan.hasRadio)
        #expect(plan.uploaders == 3)
        #expect(start.hasDestination)
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        try Data("hub: room-13\n".utf8).write(to: URL(filePath: "\(state)/vitalbus.yaml"))
        #expect(try started().hub == "room-13")
        #expect(try started("--config", "none").configurationFile == nil)
        #expect(try started().configurationFile == nil, "that there is no file is kept, too")
        #expect(try started("--config", file, "--no-solo", "--seat", "bed-b").isSolo == false)
        #expect(try started().seats == ["bed-b"])
        let two = try Up.parse(["--state", state, "--forget", "--config", file, "--seat", "a", "--seat", "b"])
        let error = #expect(throws: CommandFailure.self) { try two.start(environment).plan(executables: "/bin") }
        #expect(error?.exitCode == 64 && error?.message.contains("--no-solo") == true)
    }

    @Test func theFirstStartOnATerminalAsksWhereRecordsGo() throws {
        let asked = Asked(["api.example.org", "https://api.example.org/"])
        let terminal = asked.environment
        var start = try Up.parse(["--state", state, "--seat", "room-12"]).start(terminal)
        try Up.askForDestination(&start, in: terminal)
        #expect(try start.plan(executables: "/bin").informURL == "https://api.example.org")
        #expect(asked.told.contains { $0.contains("write https://api.example.org") })
        var later = try Up.parse(["--state", state, "--seat", "room-12"]).start(environment)
        try Up.askForDestination(&later, in: environment)
        #expect(!later.hasDestination, "nobody can be asked, and the start goes on")
    }

    @Test func atABrokerOfItsOwnAFileHasToNameTheSite() {
        let error = #expect(throws: RuntimeError.self) { try plan("bus.socket: /run/mqtt.sock\n") }
        #expect("\(error.map(String.init(describing:)) ?? "")".contains("site has no value"))
    }
}
