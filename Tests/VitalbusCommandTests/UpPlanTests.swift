import ActorRuntime
import ArgumentParser
import Foundation
import HubRunner
import TestSupport
import Testing

@testable import VitalbusCommand

/// What a hub is called that is started with a configuration file.
@Suite struct UpPlanTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func plan(_ text: String, _ more: String...) throws -> HubPlan {
        let file = folder.url.appending(path: "vitalbus.yaml").path
        try Data(text.utf8).write(to: URL(filePath: file))
        let state = folder.url.appending(path: "state").path
        let up = try Up.parse(["--seat", "bed-a", "--config", file, "--state", state] + more)
        return try up.plan(CommandEnvironment(out: { _ in }, err: { _ in }, variables: [:]))
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

    @Test func atABrokerOfItsOwnAFileHasToNameTheSite() {
        let error = #expect(throws: RuntimeError.self) { try plan("bus.socket: /run/mqtt.sock\n") }
        #expect("\(error.map(String.init(describing:)) ?? "")".contains("site has no value"))
    }
}
