import Curl
import Foundation
import HubRunner
import Processes
import SimulatedHub
import TestSupport
import Testing

/// A hub that leaves a site and joins another one on the same server machine, under another name, with real brokers,
/// TLS and a cloud that counts.
@Suite(.serialized) struct MovingHubTests {
    /// The machine is named after its first hub.
    private static let (machine, newName, newSeat) = ("room-1", "ward-9", "bed-9")
    private static let person = SimulatedSite.person(of: machine)
    private static let there = LinePerson(seat: newSeat, user: person.user, token: person.token)
    /// A person at the second site whose seat has the same name as the first person's seat at the first site.
    private static let other = LinePerson(seat: machine, user: "somebody-else", token: "other-token")
    private static let all = [person.user: SimulatedSite.readingsOfAHub]

    /// Two sites, the second with a person at a seat of that same name, and with a bundle for the hub that moves.
    private func with(
        sameKey: Bool,
        _ body: (SimulatedSite, SimulatedSite, LineFolder, String) async throws -> Void
    ) async throws {
        try await Simulators.with { folder, simulators in
            let old = SimulatedSite(folder, simulators: simulators)
            let new = SimulatedSite(folder, simulators: simulators, siteName: "annex")
            let result: Result<Void, any Error>
            do {
                let cloud = try await simulators.startServer(faults: "[]", people: [Self.person, Self.other])
                try await old.startServer(cloud: cloud)
                try await new.startServer(cloud: cloud, siteKey: sameKey ? "\(old.server)/site-key" : nil)
                try await old.addHub(Self.machine)
                try await new.command([
                    "hub", "add", Self.newName, "--seat", Self.newSeat, "--seat", Self.machine, "--state", new.server,
                    "--out", Self.bundle(folder),
                ])
                result = .success(try await body(old, new, folder, cloud))
            } catch {
                result = .failure(error)
            }
            // Whichever site the processes belong to, they stop before the servers.
            await new.stop(Self.machine)
            await old.stop()
            await new.stop()
            try result.get()
        }
    }

    private static func bundle(_ folder: LineFolder) -> String { "\(folder.path)/\(newName).bundle" }

    private func leave(_ site: SimulatedSite, _ flags: String...) async throws -> (exit: ChildExit, text: String) {
        try await site.run(["leave", "--state", site.state(of: Self.machine)] + flags)
    }

    private func duplicates(_ cloud: String) async throws -> Int {
        try await ServerSummary.ask(cloud, client: try CurlClient()).duplicates
    }

    /// The hub is killed while it reads, and again and again while it leaves: each reading reaches the cloud once, for
    /// its person.
    ///
    /// The sites have different keys, so even the cuff has another id there.
    @Test func aHubMovesWhateverIsKilled() async throws {
        try await with(sameKey: false) { old, new, folder, cloud in
            try await new.admit(Self.other, number: 9)
            try await new.admit(Self.there, number: 1)
            try await old.startHub(Self.machine)
            try await old.startPerson(of: Self.machine, number: 1)
            try await eventually("first record") { !old.recordsAtCloud().isEmpty }
            try await old.cutPower(of: Self.machine)
            try await handOver(old)
            let state = old.state(of: Self.machine)
            try await leaveUnderFire(old)
            #expect(!FileManager.default.fileExists(atPath: "\(state)/site-key"))
            #expect(!FileManager.default.fileExists(atPath: "\(state)/membership"))
            #expect(try names(state).allSatisfy { !$0.hasPrefix("\(Self.machine).") || $0.hasSuffix(".lock") })
            // The progress of the old site's database means nothing at the next site.
            let paths = try FileManager.default.subpathsOfDirectory(atPath: state)
            #expect(!paths.contains { $0.hasSuffix("session-manager.mark") })
            try await new.command(["join", Self.bundle(folder), "--state", state])
            // The machine keeps its set of models for automatic reading.
            try await new.startHub(Self.machine)
            try await eventually("\(Self.all)") { new.recordsAtCloud() == Self.all }
            #expect(try await duplicates(cloud) == 0)
            let held = try await new.command(["held", "--state", new.server])
            #expect(held.contains(" 0 readings"), "\(held)")
            try await theOldSiteLetsGo(old)
        }
    }

    /// Starts the hub until the site has all readings; a killed hub may still have some.
    private func handOver(_ site: SimulatedSite) async throws {
        try await site.startHub(Self.machine)
        try await eventually("the site has all") { try waiting(site) == 0 }
        await site.stop(Self.machine)
    }

    /// Leaves, and is killed later and later in the process; each time the machine is still a member, or has left.
    private func leaveUnderFire(_ site: SimulatedSite) async throws {
        let state = site.state(of: Self.machine)
        let member = "\(state)/membership"
        for pause in [5, 20, 40, 60, 80, 100, 140, 200] {
            let leave = try await ProgramRun.start("vitalbus", ["leave", "--state", state])
            try await Task.sleep(for: .milliseconds(pause))
            await leave.kill()
            guard FileManager.default.fileExists(atPath: member) else { break }
            let link = try await site.run(["link", "show", "--state", state])
            #expect(link.exit == .code(0) && link.text.contains("'\(Self.machine)'"), "after \(pause) ms: \(link.text)")
        }
        while FileManager.default.fileExists(atPath: member) {
            let (exit, text) = try await leave(site)
            guard exit != .code(0) else { break }
            #expect(exit == .code(1) && text.contains("nothing was changed; undelivered:"), "\(text)")
            try await handOver(site)
        }
        _ = try await leave(site)
        let again = try await leave(site)
        #expect(again.exit == .code(78) && again.text.contains("has left it"), "\(again.text)")
    }

    /// The readings that the hub's reader still has.
    private func waiting(_ site: SimulatedSite) throws -> Int {
        let question = """
            import sqlite3, sys
            print(sqlite3.connect(sys.argv[1], timeout=20).execute("SELECT count(*) FROM outbox").fetchone()[0])
            """
        let store =
            "\(site.state(of: Self.machine))/\(Self.machine).device-reader.main/device-reader-\(Self.machine).sqlite"
        let text = try PythonRun(["-c", question, store]).text
        return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private func names(_ state: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: state)
    }

    /// The old server's report about the hub, and how it removes the hub.
    private func theOldSiteLetsGo(_ site: SimulatedSite) async throws {
        // On a slow machine, the broker itself may not answer in time.
        try await eventually("the doctor's word") {
            try await site.run(["doctor", "--state", site.server]).text.contains("\(Self.machine): is unreachable")
        }
        #expect(try await site.command(["hub", "list", "--state", site.server]).contains("joined on"))
        try await site.command(["hub", "revoke", Self.machine, "--state", site.server])
        #expect(try await site.command(["hub", "list", "--state", site.server]).contains("revoked on"))
        try await eventually("the doctor's peace") {
            try await !site.run(["doctor", "--state", site.server]).text.contains("\(Self.machine): is unreachable")
        }
        try await site.command(["session", "end", "--state", site.server, "--seat", Self.person.seat])
    }

    /// The old server is destroyed with readings in transit.
    ///
    /// At the next site they need a person's decision, whatever the seat's name, and each is there once although the
    /// old server may have delivered it.
    @Test func aHubOfALostSiteKeepsItsReadings() async throws {
        try await with(sameKey: true) { old, new, folder, cloud in
            try await new.admit(Self.other, number: 9)
            try await new.admit(Self.there, number: 1)
            try await old.startHub(Self.machine)
            try await old.startPerson(of: Self.machine, number: 1, count: SimulatedSite.readingsOfAHub - 1)
            try await eventually("first record") { !old.recordsAtCloud().isEmpty }
            await old.stop("site", isKilled: true)
            try old.killBroker(of: "site")
            // The hub reads on, without the broker that carries the scanner's sightings to the reader.
            try await old.measure(at: Self.machine, number: 1)
            let early = try await leave(old)
            #expect(early.exit == .code(75) && early.text.contains("the hub is running"), "\(early.text)")
            try await eventually("a reading that the site cannot take") { try waiting(old) > 0 }
            await old.stop(Self.machine)
            let refused = try await leave(old)
            #expect(refused.exit == .code(1), "\(refused.text)")
            #expect(refused.text.contains("readings not yet confirmed by the site in room-1.device-reader.main"))
            #expect(refused.text.contains("--keep-waiting"))
            let state = old.state(of: Self.machine)
            #expect(try await old.run(["link", "show", "--state", state]).text.contains("'\(Self.machine)'"))
            let left = try await leave(old, "--keep-waiting")
            #expect(left.exit == .code(0) && left.text.contains("hub revoke room-1"), "\(left.text)")
            #expect(left.text.contains("if to another person, each is stored twice"))
            try await new.command(["join", Self.bundle(folder), "--state", state])
            try await new.startHub(Self.machine)
            try await eventually("\(Self.all)") {
                try await confirmHeld(new)
                return new.recordsAtCloud() == Self.all
            }
            #expect(try await duplicates(cloud) == 0)
        }
    }

    /// Assigns each reading that is held by now to the person who moved.
    private func confirmHeld(_ site: SimulatedSite) async throws {
        let text = try await site.command(["held", "--json", "--state", site.server])
        for entry in try JSONDecoder().decode(HeldAtSite.self, from: Data(text.utf8)).readings {
            #expect(entry.reason == "awaitsConfirmation" && entry.reading.hub == Self.newName, "\(entry)")
            #expect(entry.reading.seat == nil, "\(entry)")
            #expect(site.recordsAtCloud()[Self.other.user] == nil)
            try await site.command([
                "held", "confirm", entry.reading.readingKey, "--seat", Self.newSeat, "--state", site.server,
            ])
        }
    }
}

/// The output of `vitalbus held --json`.
private struct HeldAtSite: Decodable {
    struct Entry: Decodable {
        struct Reading: Decodable {
            let readingKey: String
            let hub: String
            let seat: String?
        }
        let reason: String
        let reading: Reading
    }
    let readings: [Entry]
}
