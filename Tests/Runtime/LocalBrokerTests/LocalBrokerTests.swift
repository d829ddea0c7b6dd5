import Foundation
import LocalBroker
import MessageBus
import Processes
import TestSupport
import Testing

@Suite struct LocalBrokerTests {
    @Test func letsInOnlyTheRightPassword() async throws {
        try await BrokerFixture.with { (fixture: BrokerFixture) async throws in
            #expect(try await fixture.publish("vitalbus/v1/a/event/x") == .code(0))
            #expect(try await fixture.publish("vitalbus/v1/a/event/x", password: "wrong") != .code(0))
            #expect(try await fixture.publish("vitalbus/v1/a/event/x", user: "nobody") != .code(0))
            #expect(try await fixture.publish("vitalbus/v1/a/event/x", password: nil) != .code(0))
            #expect(
                try await fixture.publish("vitalbus/v1/a/event/x", user: "reader", password: "pässwort") != .code(0)
            )
        }
    }

    @Test func refusesPublishingBeyondTheRules() async throws {
        try await BrokerFixture.with { (fixture: BrokerFixture) async throws in
            #expect(try await fixture.publish("vitalbus/v1/b/event/deep/er") == .code(0))
            #expect(try await fixture.publish("vitalbus/v1/b/state/x") == .code(135))
            #expect(try await fixture.publish("vitalbus/v2/b/event/x") == .code(135))
        }
    }

    @Test(arguments: [
        ("vitalbus/v1/a/event/#", true), ("vitalbus/v1/a/event/x", true), ("vitalbus/v1/a/event/+", true),
        ("vitalbus/v1/a/state/+", true), ("vitalbus/v1/a/state/s", true), ("vitalbus/v1/b/event/#", false),
        ("vitalbus/v1/+/event/#", false), ("vitalbus/v1/a/state/#", false), ("#", false),
    ])
    func grantsOnlySubscriptionsInsideTheRules(filter: String, isAllowed: Bool) async throws {
        try await BrokerFixture.with { (fixture: BrokerFixture) async throws in
            let (child, isGranted) = try await fixture.subscribe(filter)
            #expect(isGranted == isAllowed)
            await child.stop()
        }
    }

    @Test func passesMessagesOn() async throws {
        try await BrokerFixture.with { (fixture: BrokerFixture) async throws in
            let (child, isGranted) = try await fixture.subscribe("vitalbus/v1/a/event/#")
            #expect(isGranted)
            #expect(try await fixture.publish("vitalbus/v1/a/event/x", "hello") == .code(0))
            #expect(await child.lines.first { $0.hasPrefix("vitalbus/") } == "vitalbus/v1/a/event/x hello")
            await child.stop()
        }
    }

    @Test(arguments: [true, false]) func restartsWithOrWithoutItsRetainedValues(isPersistent: Bool) async throws {
        try await BrokerFixture.with(LocalBrokerOptions(isPersistent: isPersistent)) {
            (fixture: BrokerFixture) async throws in
            #expect(try await fixture.publish("vitalbus/v1/a/event/kept", "value", retain: true) == .code(0))
            let before = await fixture.broker.processID
            try await fixture.broker.restart()
            #expect(await fixture.broker.isRunning)
            #expect(await fixture.broker.processID != before)
            let (child, isGranted) = try await fixture.subscribe("vitalbus/v1/a/event/#")
            #expect(isGranted)
            #expect(try await fixture.publish("vitalbus/v1/a/event/new") == .code(0))
            let first = await child.lines.first { $0.hasPrefix("vitalbus/") }
            #expect(first == (isPersistent ? "vitalbus/v1/a/event/kept value" : "vitalbus/v1/a/event/new x"))
            await child.stop()
        }
    }

    @Test func isKilledAndComesBack() async throws {
        try await BrokerFixture.with { (fixture: BrokerFixture) async throws in
            await fixture.broker.kill()
            #expect(await !fixture.broker.isRunning)
            #expect(try await fixture.publish("vitalbus/v1/a/event/x") != .code(0))
            try await fixture.broker.restart()
            #expect(try await fixture.publish("vitalbus/v1/a/event/x") == .code(0))
        }
    }

    @Test func listensOnTheLoopbackPortToo() async throws {
        let port = Int.random(in: 20_000...30_000)
        try await BrokerFixture.with(LocalBrokerOptions(loopbackPort: port)) { (fixture: BrokerFixture) async throws in
            let child = try await ChildProcess.start(
                ChildCommand(
                    "mosquitto_pub",
                    arguments: ["-h", "127.0.0.1", "-p", "\(port)", "-u", "writer", "-P", "secret one", "-q", "1"]
                        + ["-t", "vitalbus/v1/a/event/x", "-m", "x"]
                )
            )
            #expect(await child.waitUntilExit() == .code(0))
        }
    }

    /// 60 MB for a subscriber that reads nothing; the limit keeps 4 MB.
    @Test func holdsLittleForWhoDoesNotRead() async throws {
        try await BrokerFixture.with(LocalBrokerOptions(unreadLimit: 4 << 20)) {
            (fixture: BrokerFixture) async throws in
            let (child, isGranted) = try await fixture.subscribe("vitalbus/v1/a/event/#", count: 1_000)
            #expect(isGranted)
            try await halt(child.processID)
            let pub =
                "mosquitto_pub --unix \(fixture.broker.socketPath) -V 5 -q 1 -l -t vitalbus/v1/a/event/x -u writer"
            let script =
                "l=$(head -c 100000 /dev/zero | tr '\\0' x); for i in $(seq 600); do echo $l; done | \(pub) -P 'secret one'"
            let flood = try await ChildProcess.start(ChildCommand("sh", arguments: ["-c", script]))
            #expect(await flood.waitUntilExit() == .code(0))
            let process = try #require(await fixture.broker.processID)
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM") })
            let kilobytes = try #require(Int(line.filter(\.isNumber)))
            #expect(kilobytes < 30_000)
            kill(child.processID, SIGCONT)
            await child.stop()
        }
    }

    @Test func keepsItsFilesPrivate() async throws {
        try await BrokerFixture.with { (fixture: BrokerFixture) async throws in
            let files = FileManager.default
            func mode(_ path: String) throws -> Int? {
                (try files.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
            }
            #expect(try mode(fixture.directory) == 0o700)
            #expect(try mode(fixture.directory + "/dynamic-security.json") == 0o600)
            for name in try files.contentsOfDirectory(atPath: fixture.directory) where !name.hasSuffix(".sock") {
                let text = try String(contentsOfFile: "\(fixture.directory)/\(name)", encoding: .utf8)
                #expect(!text.contains("secret one"), "\(name) holds a password")
            }
        }
    }
}
