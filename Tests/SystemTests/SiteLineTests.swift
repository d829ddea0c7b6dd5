import Curl
import Foundation
import HubRunner
import Processes
import SimulatedHub
import TestSupport
import Testing

/// A site with hubs that join with the commands in the guides, over real TLS: readings, revocation, and errors.
@Suite(.serialized) struct SiteLineTests {
    private func with(
        _ hubs: [String],
        certificateDays: Int = 7,
        _ body: (SimulatedSite, LineFolder, String) async throws -> Void
    ) async throws {
        try await Simulators.with { folder, simulators in
            let site = SimulatedSite(folder, simulators: simulators)
            do {
                let cloud = try await simulators.startServer(
                    faults: "[]",
                    people: hubs.map { SimulatedSite.person(of: $0) }
                )
                try await site.startServer(cloud: cloud, certificateDays: certificateDays)
                try await body(site, folder, cloud)
            } catch {
                await site.stop()
                throw error
            }
            await site.stop()
        }
    }

    /// Two hubs read their cuffs; one hub and then the server are killed in between, and each reading arrives once.
    @Test func twoHubsDeliverOverTLSAlsoWhenTheyAreKilled() async throws {
        try await with(["room-1", "room-2"]) { site, _, cloud in
            for hub in ["room-1", "room-2"] {
                try await site.addHub(hub)
                try await site.startHub(hub)
            }
            try await site.startPerson(of: "room-1", number: 1)
            try await site.startPerson(of: "room-2", number: 2)
            try await eventually("first record") { !site.recordsAtCloud().isEmpty }
            try await site.cutPower(of: "room-1")
            try await site.startHub("room-1")
            let wanted = ["user-room-1": SimulatedSite.readingsOfAHub, "user-room-2": SimulatedSite.readingsOfAHub]
            try await eventually("\(wanted)") { site.recordsAtCloud() == wanted }
            #expect(try await ServerSummary.ask(cloud, client: try CurlClient()).duplicates == 0)
            let status = try await site.command(["status", "--state", site.server])
            #expect(status.contains("room-1") && status.contains("room-2"), "\(status)")
            // An absent hub is reported as a named problem.
            await site.stop("room-2")
            // On a slow machine, the broker itself may not answer in time.
            try await eventually("the doctor's word") {
                let doctor = try await ProgramRun("vitalbus", ["doctor", "--state", site.server])
                return doctor.text.contains("room-2: is unreachable") && doctor.exit == .code(1)
            }
        }
    }

    /// Revoking ends a hub's connections at once; the hub names the reason, keeps its readings, and can be admitted
    /// again.
    @Test func aRevokedHubIsOut() async throws {
        try await with(["room-1"]) { site, folder, _ in
            try await site.addHub("room-1")
            try await site.startHub("room-1", hasRadio: false)
            #expect(
                try await site.command(["status", "--state", site.state(of: "room-1")]).contains(
                    "health-importer online"
                )
            )
            try await site.command(["hub", "revoke", "room-1", "--state", site.server])
            try await eventually("end of the account") {
                let run = try await ProgramRun("vitalbus", ["status", "--state", site.state(of: "room-1")])
                return run.exit != .code(0)
            }
            let renewal = try await ProgramRun("vitalbus", ["renew", "--all", "--state", site.state(of: "room-1")])
            #expect(renewal.exit == .code(77) && renewal.text.contains("was revoked"), "\(renewal.text)")
            await site.stop("room-1")
            let bundle = "\(folder.path)/again.bundle"
            try await site.command(["hub", "add", "room-1", "--state", site.server, "--out", bundle])
            // A machine with the earlier certificates is refused under the same name, before and after the real machine
            // joins.
            try await eventually("the refusal before it joins") {
                // The broker may restart after a hub was added.
                try await ProgramRun("vitalbus", ["status", "--state", site.state(of: "room-1")]).exit == .code(77)
            }
            let late = try await ProgramRun("vitalbus", ["renew", "--all", "--state", site.state(of: "room-1")])
            #expect(late.exit == .code(65) && late.text.contains("newest bundle"), "\(late.text)")
            let thief = "\(folder.path)/thief"
            try FileManager.default.copyItem(atPath: site.state(of: "room-1"), toPath: thief)
            try await site.command(["join", bundle, "--state", site.state(of: "room-1")])
            try await site.startHub("room-1", hasRadio: false)
            let after = try await ProgramRun("vitalbus", ["status", "--state", thief])
            #expect(after.exit == .code(77), "\(after.text)")
        }
    }

    /// With a hub's box one can act for the hub's seats; only the server's command line and its people can act for the
    /// site.
    @Test(arguments: [false, true]) func aBoxActsForItsOwnSeats(hasOwnBroker: Bool) async throws {
        try await with(["room-1", "room-2"]) { site, _, _ in
            try await site.addHub("room-1")
            try await site.addHub("room-2", hasOwnBroker: hasOwnBroker)
            try await site.startHub("room-2", hasRadio: false)
            let box = ["--state", site.state(of: "room-2")]
            for seat in ["room-1", "room-2"] {
                try await site.command(["session", "start", "--state", site.server, "--seat", seat])
            }
            try await eventually("the link") { try await site.run(["session", "list"] + box).exit == .code(0) }
            let pressure = ["record", "add", "--type", "biometrics", "--seat", "room-2", "bp=120/80"]
            try await site.command(pressure + box)
            let own = try await site.command(["record", "list", "--seat", "room-2"] + box)
            #expect(own.contains("120"), "\(own)")
            let sessions = try await site.command(["session", "list"] + box)
            #expect(sessions.contains("room-2") && !sessions.contains("room-1"), "\(sessions)")
            let status = try await site.command(["status"] + box)
            #expect(status.contains("its own hub's seats"), "\(status)")
            #expect(status.contains("health-importer online") && !status.contains("local-room-1"), "\(status)")
            for command in [
                ["record", "list", "--seat", "room-1"], ["session", "end", "--seat", "room-1"],
                ["record", "add", "--type", "biometrics", "--seat", "room-1", "bp=120/80"],
                ["session", "start", "--seat", "room-1"],
            ] {
                let run = try await site.run(command + box)
                #expect(run.exit != .code(0) && run.text.contains("room-2"), "\(command): \(run.text)")
                #expect(run.text.contains("vitalbus user add"), "the way out: \(run.text)")
                #expect(!run.text.contains("local-room-1"), "\(run.text)")
            }
            let whole = try await site.command(["session", "list", "--state", site.server])
            #expect(whole.contains("local-room-1") && whole.contains("room-2"), "\(whole)")
        }
    }

    /// From its own broker to the site's and back, with a stop in between: the site does not wait for a link that no
    /// longer exists.
    @Test func aHubChangesWhoseBrokerItUses() async throws {
        try await with(["room-1"]) { site, _, cloud in
            let state = site.state(of: "room-1")
            try await site.addHub("room-1", hasOwnBroker: true)
            try await site.startHub("room-1")
            try await site.startPerson(of: "room-1", number: 1)
            try await eventually("first record") { !site.recordsAtCloud().isEmpty }
            let early = try await site.run(["link", "set", "--no-own-broker", "--state", state])
            #expect(early.exit == .code(75) && early.text.contains("the hub is running"), "\(early.text)")
            await site.stop("room-1")
            let none = try await site.command(["link", "set", "--no-own-broker", "--state", state])
            #expect(none.contains("broker: the site's"), "\(none)")
            try await site.startHub("room-1")
            for place in [site.server, state] {
                try await eventually("the reader, by \(place)") {
                    let status = try await site.command(["status", "--state", place])
                    return status.contains("device-reader online") && !status.contains("LINK DOWN")
                }
            }
            #expect(try await !site.run(["doctor", "--state", site.server]).text.contains("its link to this site"))
            await site.stop("room-1")
            try await site.command(["link", "set", "--own-broker", "--state", state])
            try await site.startHub("room-1")
            try await eventually("the link") {
                try await site.run(["doctor", "--state", state]).text.contains("the site's broker is reachable")
            }
            let wanted = ["user-room-1": SimulatedSite.readingsOfAHub]
            try await eventually("\(wanted)") { site.recordsAtCloud() == wanted }
            #expect(try await ServerSummary.ask(cloud, client: try CurlClient()).duplicates == 0)
            try await leaveAndComeBack(site, state: state)
        }
    }

    /// Leaving also removes everything of the hub's own broker, which after a kill would otherwise block the next
    /// start.
    private func leaveAndComeBack(_ site: SimulatedSite, state: String) async throws {
        await site.stop("room-1", isKilled: true)
        try await eventually("the end of all processes") {
            try await site.run(["leave", "--keep-waiting", "--state", state]).exit == .code(0)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: state)
        #expect(Set(names).isDisjoint(with: ["broker", "passwords", "hub.json", "site-key", "membership"]), "\(names)")
        let bundle = "\(state).again"
        try await site.command(["hub", "add", "room-1", "--again", "--state", site.server, "--out", bundle])
        try await site.command(["join", bundle, "--state", state])
        try await site.startHub("room-1", hasRadio: false)
        await site.stop("room-1")
        // As after a kill right after the first step.
        try FileManager.default.moveItem(atPath: "\(state)/membership", toPath: "\(state)/membership.left")
        let start = try await site.run(["up", "--no-table", "--state", state])
        #expect(start.exit == .code(78) && start.text.contains("was interrupted here"), "\(start.text)")
        try await site.command(["leave", "--state", state])
        let left = try FileManager.default.contentsOfDirectory(atPath: state)
        #expect(Set(left).isDisjoint(with: ["site-key", "membership", "membership.left"]), "\(left)")
    }

    @Test func aBundleWorksOnceAndForItsSiteOnly() async throws {
        try await with(["room-1"]) { site, folder, _ in
            let bundle = "\(folder.path)/room-1.bundle"
            try await site.command(["hub", "add", "room-1", "--state", site.server, "--out", bundle])
            let facts = try FileManager.default.attributesOfItem(atPath: bundle)
            #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            try await site.command(["join", bundle, "--keep", "--state", site.state(of: "room-1")])
            let thief = try await ProgramRun("vitalbus", ["join", bundle, "--state", "\(folder.path)/thief"])
            #expect(thief.exit == .code(65) && thief.text.contains("another machine joined"), "\(thief.text)")
            #expect(thief.lines.count == 1)
            let twice = try await ProgramRun("vitalbus", ["hub", "add", "room-1", "--state", site.server])
            #expect(twice.exit == .code(65) && twice.text.contains("--again"), "\(twice.text)")
            let none = try await ProgramRun("vitalbus", ["hub", "add", "room-2", "--state", site.state(of: "room-1")])
            #expect(none.exit == .code(78) && none.text.contains("vitalbus site init"), "\(none.text)")
            let second = try await ProgramRun(
                "vitalbus",
                ["site", "init", "--address", "127.0.0.1", "--state", site.server]
            )
            #expect(second.exit == .code(65) && second.text.contains("already has a site"), "\(second.text)")
            await site.stop("site")
            let log = try String(contentsOfFile: "\(folder.path)/site.up.log", encoding: .utf8)
            #expect(!log.contains("did not stop in time"), "all end in order: \(log)")
        }
    }

    /// Each error states in one line what is wrong with the bundle, and leaves this machine's membership unchanged.
    @Test func aBundleThatCannotBeSaysWhy() async throws {
        try await with(["room-1"]) { site, folder, _ in
            let bundle = "\(folder.path)/room-1.bundle"
            try await site.command(["hub", "add", "room-1", "--state", site.server, "--out", bundle])
            try await site.command(["join", bundle, "--keep", "--state", site.state(of: "room-1")])
            let tomorrow = Date(timeIntervalSinceNow: 86_400).ISO8601Format()
            let yesterday = Date(timeIntervalSinceNow: -86_400).ISO8601Format()
            func expect(_ change: [String: String], code: Int32, words: String) async throws {
                let file = "\(folder.path)/changed.bundle"
                let data = try Data(contentsOf: URL(filePath: bundle))
                let old = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
                let new = try JSONSerialization.data(withJSONObject: old.merging(change) { $1 })
                try new.write(to: URL(filePath: file))
                let run = try await ProgramRun(
                    "vitalbus",
                    ["join", file, "--keep", "--state", site.state(of: "room-1")]
                )
                #expect(run.exit == .code(code) && run.lines.count == 1, "\(run.text)")
                #expect(run.text.contains(words), "\(run.text)")
            }
            try await expect(["made": tomorrow], code: 75, words: "before the bundle was created")
            try await expect(["expires": yesterday], code: 65, words: "the bundle has expired")
            try await expect(["site": "other"], code: 65, words: "is the hub 'room-1' of 'demo' and holds its readings")
            try await expect(["secret": String(repeating: "x", count: 43)], code: 65, words: "is not the newest")
            let foreign = "\(folder.path)/foreign"
            try await site.command(["site", "init", "--site", "demo", "--address", "127.0.0.1", "--state", foreign])
            let authority = try await site.command(["access", "authority", "--state", foreign]) + "\n"
            try await expect(["authority": authority], code: 69, words: "cannot prove that it belongs to the site")
            try await site.command(["renew", "--all", "--state", site.state(of: "room-1")])
            try await site.command(["hub", "revoke", "room-1", "--state", site.server])
            try await expect([:], code: 77, words: "was revoked")
        }
    }

    /// The compiler for a clock that is a day off; nil if there is none.
    private static let compiler = ["/usr/bin/cc", "/usr/bin/clang"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The bundle is not used up: with the right time the same one joins.
    @Test(.enabled(if: compiler != nil, "no C compiler for tools/prove/clock.c"))
    func aClockADayOffIsToldAtTheJoin() async throws {
        try await with(["room-1"]) { site, folder, _ in
            let (bundle, library, ahead) = (
                "\(folder.path)/room-1.bundle", "\(folder.path)/clock.so", "\(folder.path)/clock"
            )
            let process = Process()
            process.executableURL = URL(filePath: try #require(Self.compiler))
            let source = ProjectFolder.file("tools/prove/clock.c").path
            process.arguments = ["-shared", "-fPIC", "-O1", "-o", library, source]
            #expect(try await process.runToEnd() == 0)
            try await site.command(["hub", "add", "room-1", "--state", site.server, "--out", bundle])
            let join = ["join", bundle, "--keep", "--state", site.state(of: "room-1")]
            for (seconds, words) in [
                (Int64(-86_400), "before the bundle was created"), (86_400, "24 hours ahead of the site's"),
            ] {
                try Data((0..<8).map { UInt8(truncatingIfNeeded: seconds >> ($0 * 8)) }).write(to: URL(filePath: ahead))
                let run = try await ProgramRun(
                    "vitalbus",
                    join,
                    environment: ["LD_PRELOAD": library, "STRIKES_CLOCK": ahead]
                )
                #expect(run.exit == .code(75) && run.lines.count == 1, "\(run.text)")
                #expect(run.text.contains(words) && run.text.contains("the bundle stays valid"), "\(run.text)")
            }
            try await site.command(join)
        }
    }
}
