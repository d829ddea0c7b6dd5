import ArgumentParser
import BusContract
import Foundation
import HubRunner
import TestSupport
import Testing
import VitalRecords

@testable import VitalbusCommand

/// `vitalbus up --demo`: a separate hub, recognisable as a demo.
@Suite struct DemoTests {
    private let variables = ["HOME": "/home/tester", "STATE_DIRECTORY": "/nonexistent/vitalbus"]

    private func plan() throws -> HubPlan {
        let environment = CommandEnvironment(out: { _ in }, err: { _ in }, variables: variables)
        return try Up.parse(["--demo"]).start(environment).plan(executables: "/bin")
    }

    @Test func itsHubIsApartFromARealOne() throws {
        let plan = try plan()
        #expect(plan.layout.state == "/nonexistent/vitalbus-demo")
        #expect(plan.page == Demo.page && Demo.page != PageEntry.standardAddress)
        #expect(plan.seats.count == 3 && !plan.hasRadio && plan.configurationFile == nil && plan.broker == .own)
        #expect(plan.informURL == nil && plan.legacyURL == nil && plan.fhirURL == nil)
        #expect(plan.recordFolder == "/nonexistent/vitalbus-demo/records")
    }

    @Test func everyNameSaysThatItIsADemo() throws {
        let plan = try plan()
        #expect(([plan.site, plan.hub] + plan.seats).allSatisfy { $0.hasPrefix("demo") })
        let words = Demo.words(plan)
        #expect(words.count <= 3 && words.allSatisfy { $0.hasPrefix("DEMO: ") })
        #expect(words.last?.contains("Ctrl-C") == true && words.last?.contains("rm -r '\(plan.layout.state)'") == true)
        for person in 0..<3 {
            let reading = try Demo.reading(
                seat: plan.seats[person],
                hub: plan.hub,
                person: person,
                round: 0,
                now: Date()
            )
            #expect(reading.source.manufacturer == "DEMO" && reading.source.model?.hasPrefix("virtual ") == true)
        }
    }

    @Test func eachValueIsUsual() throws {
        let now = Date()
        for round in 0..<16 {
            for person in 0..<3 {
                let seat = Demo.people[person]
                let reading = try Demo.reading(seat: seat, hub: "demo-hub", person: person, round: round, now: now)
                try reading.validate(now: now)
                #expect(reading.verdict == .usual, "\(reading.measurements)")
            }
        }
    }

    @Test(arguments: [
        ["--state", "/tmp/x"], ["--seat", "bed-a"], ["--inform-url", "https://a.example"], ["--forget"],
    ])
    func itTakesNoOptionOfARealHub(flags: [String]) async {
        let outcome = await Shell().run(["up", "--demo"] + flags)
        #expect(outcome.code == 64 && outcome.err.contains { $0.contains("--demo takes no option") }, "\(outcome.err)")
    }
}
