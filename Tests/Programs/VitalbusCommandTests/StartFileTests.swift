import HubRunner
import Testing

@testable import VitalbusCommand

/// Which configuration file a hub is started with, and what a person reads about it.
@Suite struct StartFileTests {
    private static let machines = "/etc/vitalbus/vitalbus.yaml"
    private static let own = "/srv/trial/vitalbus"

    private func file(_ named: String? = nil, state: String = own, existing: String...) -> StartFile {
        StartFile(named: named, layout: HubLayout(state)) { existing.contains($0) }
    }

    @Test func aPersonsHubDoesNotReadTheMachinesFile() {
        let found = file(existing: Self.machines)
        #expect(found.path == nil)
        #expect(found.words.count == 1)
        #expect(found.words.first?.contains("\(Self.machines) is for the hub in /var/lib/vitalbus") == true)
        #expect(found.words.first?.contains("--config \(Self.machines)") == true)
    }

    @Test func theMachinesHubReadsTheMachinesFile() {
        let found = file(state: "/var/lib/vitalbus", existing: Self.machines)
        #expect(found.path == Self.machines && found.passedOver == nil)
        #expect(found.words == ["configuration \(Self.machines)"])
    }

    @Test func theFileOfInitComesBeforeTheMachines() {
        for state in [Self.own, "/var/lib/vitalbus"] {
            let found = file(state: state, existing: "\(state)/vitalbus.yaml", Self.machines)
            #expect(found.path == "\(state)/vitalbus.yaml" && found.passedOver == nil)
        }
    }

    @Test func aNamedFileDecidesAndNoneMeansNone() {
        #expect(file(Self.machines, existing: Self.machines).path == Self.machines)
        #expect(file("/etc/../etc/other.yaml", existing: Self.machines).path == "/etc/other.yaml")
        let none = file("none", existing: "\(Self.own)/vitalbus.yaml", Self.machines)
        #expect(none.path == nil && none.words.isEmpty)
    }

    @Test func withoutAnyFileThereIsNothingToSay() {
        #expect(file().path == nil && file().words.isEmpty)
        #expect(file(state: "/var/lib/vitalbus").words.isEmpty)
    }
}
