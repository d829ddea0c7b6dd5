import BusContract
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SiteAuthority
import SiteRecords
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

private let hasBroker = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto", "/usr/local/sbin/mosquitto"]
    .contains { FileManager.default.isExecutableFile(atPath: $0) }

@Suite(.enabled(if: hasBroker, "mosquitto is not installed")) struct HubSupervisorTests {
    /// Reads events until every child of the plan runs; the process ids by name.
    private func untilAllRun(_ events: AsyncStream<HubEvent>, count: Int) async -> [String: Int32] {
        var running: [String: Int32] = [:]
        for await event in events {
            if case .started(let child, let processID, _) = event { running[child] = processID }
            if running.count == count { break }
        }
        return running
    }

    @Test func aHubStartsRestartsWhatCrashesAndStopsInOrder() async throws {
        let fixture = try HubFixture()
        let supervisor = HubSupervisor(fixture.plan)
        try await supervisor.start()
        let running = await untilAllRun(supervisor.events, count: 5)
        let all: Set = ["session-manager", "uploader-u1", "health-importer", "device-reader", "ble-scanner"]
        #expect(Set(running.keys) == all)
        let victim = try #require(running["uploader-u1"])
        // Its two processes write into one log: the first one's line must be there before the second one's is awaited.
        try await eventually("the first uploader has set its trap") { fixture.readyCount("uploader-u1") == 1 }
        kill(victim, SIGKILL)
        var again: Int32?
        var told = false
        for await event in supervisor.events {
            if case .ended(child: "uploader-u1", let exit, _, _) = event { told = exit == "signal 9" }
            if case .started(child: "uploader-u1", let processID, _) = event { again = processID }
            if again != nil { break }
        }
        #expect(told)
        #expect(again != victim)
        // A shell that has not set its trap yet exits without logging.
        for child in running.keys {
            let count = child == "uploader-u1" ? 2 : 1
            try await eventually("\(child) has set its trap") { fixture.readyCount(child) == count }
        }
        await supervisor.stop()
        try checkOrder(fixture)
        #expect(await !canConnect(fixture, within: .milliseconds(300)))
    }

    private func checkOrder(_ fixture: HubFixture) throws {
        let radio = max(try #require(fixture.asked("device-reader")), try #require(fixture.asked("ble-scanner")))
        let uploader = try #require(fixture.asked("uploader-u1"))
        let manager = try #require(fixture.asked("session-manager"))
        #expect(radio < uploader)
        #expect(uploader < manager)
    }

    /// - Parameter patience: Long enough for a busy machine; short where no connection is expected.
    private func canConnect(_ fixture: HubFixture, within patience: Duration = Patience.answer) async -> Bool {
        do {
            try await HubConnection.with(try HubRun.target(fixture.plan), patience: patience) { _ in }
            return true
        } catch {
            return false
        }
    }

    @Test func secretsAreKeptPrivateAndFromStartToStart() async throws {
        let fixture = try HubFixture()
        var contents: [[String]] = []
        for _ in 0..<2 {
            let supervisor = HubSupervisor(fixture.plan)
            try await supervisor.start([])
            let names = try FileManager.default.contentsOfDirectory(atPath: fixture.plan.layout.passwords).sorted()
            let paths = names.map { "\(fixture.plan.layout.passwords)/\($0)" } + [fixture.plan.layout.siteKey]
            for path in paths {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(path)")
            }
            contents.append(try paths.map { try Data(contentsOf: URL(filePath: $0)).base64EncodedString() })
            #expect(await canConnect(fixture))
            await supervisor.stop()
        }
        #expect(contents[0] == contents[1])
        #expect(Set(contents[0]).count == contents[0].count)
        #expect(try HubRecord.read(fixture.plan.layout)?.hub == "h")
    }

    /// The next command of a script may depend on the account.
    @Test func itIsKnownWhenTheRunningBrokerHasAnAccount() async throws {
        let fixture = try HubFixture()
        var plan = fixture.plan
        let (layout, access) = (plan.layout, Access(state: plan.layout.state))
        plan.access = ServedAccess(access) { (access, site, name, now) throws(SiteError) in
            try access.certify(site, name: name, now: now)
        }
        try access.set(AccessRecord(port: try FreePort.take()))
        #expect(try await layout.accountsTaken() == .notRunning)
        let supervisor = HubSupervisor(plan)
        try await supervisor.start([])
        #expect(try await layout.accountsTaken() == .taken, "nothing has changed")
        let file = URL(filePath: "\(layout.broker)/dynamic-security.json")
        try access.add(try AccessAccount("house", role: .integration, password: "p", added: Date()))
        #expect(try await layout.accountsTaken() == .taken)
        #expect(try String(contentsOf: file, encoding: .utf8).contains("house"))
        #expect(await canConnect(fixture))
        // The first account opened a port; the running broker accepts the next one.
        let process = try String(contentsOfFile: "\(layout.broker)/mosquitto.pid", encoding: .utf8)
        try access.add(try AccessAccount("garden", role: .integration, password: "p", added: Date()))
        #expect(try await layout.accountsTaken() == .taken)
        try access.remove("garden", isProgram: true)
        #expect(try await layout.accountsTaken() == .taken)
        #expect(try String(contentsOfFile: "\(layout.broker)/mosquitto.pid", encoding: .utf8) == process)
        #expect(await canConnect(fixture))
        try access.remove("house", isProgram: true)
        #expect(try await layout.accountsTaken() == .taken)
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("house"))
        await supervisor.stop()
        #expect(try await layout.accountsTaken() == .notRunning)
    }

    @Test func aWrongPasswordIsToldAsSuch() async throws {
        let fixture = try HubFixture()
        let supervisor = HubSupervisor(fixture.plan)
        try await supervisor.start([])
        let good = try HubRun.target(fixture.plan)
        let other = fixture.plan.layout.password(
            try BusAddress(site: "s", hub: "h", actor: "device-reader", instance: "main")
        )
        let wrong = HubConnection.Target(address: good.address, endpoint: good.endpoint, passwordFile: other)
        let error = await #expect(throws: BusError.self) { try await HubConnection.with(wrong) { _ in } }
        #expect(error?.code == .notAuthorized)
        await supervisor.stop()
    }

    /// Simulates a power cut soon after the first start.
    @Test func filesThatAreEmptyAreMadeAnew() async throws {
        let fixture = try HubFixture()
        let first = HubSupervisor(fixture.plan)
        try await first.start([])
        await first.stop()
        let layout = fixture.plan.layout
        let passwords = try FileManager.default.contentsOfDirectory(atPath: layout.passwords)
        #expect(!passwords.isEmpty)
        for file in passwords.map({ "\(layout.passwords)/\($0)" }) + [layout.record] {
            try Data().write(to: URL(filePath: file))
        }
        let second = HubSupervisor(fixture.plan)
        try await second.start([])
        #expect(await canConnect(fixture))
        await second.stop()
    }

    /// A missing or non-executable program is not reported as an "unknown end".
    @Test func aProgramThatCannotBeStartedIsNamedWithTheReason() async throws {
        let fixture = try HubFixture()
        let program = "\(fixture.plan.executables)/uploader"
        try Data("#!/nowhere/sh\n".utf8).write(to: URL(filePath: program))
        let supervisor = HubSupervisor(fixture.plan)
        try await supervisor.start()
        var told: String?
        for await event in supervisor.events {
            if case .ended(child: "uploader-u1", let exit, _, _) = event { told = exit }
            if told != nil { break }
        }
        #expect(told?.hasPrefix("not started: ") == true && told?.contains(program) == true, "\(told ?? "")")
        await supervisor.stop()
    }

    @Test func aBrokerThatIsKilledComesBack() async throws {
        let fixture = try HubFixture()
        let supervisor = HubSupervisor(fixture.plan)
        try await supervisor.start([])
        let text = try String(contentsOfFile: "\(fixture.plan.layout.broker)/mosquitto.pid", encoding: .utf8)
        kill(try #require(Int32(text.prefix { $0.isNumber })), SIGKILL)
        var ready = 0
        for await event in supervisor.events {
            if case .brokerReady = event { ready += 1 }
            if ready == 2 { break }
        }
        #expect(ready == 2)
        #expect(await canConnect(fixture))
        await supervisor.stop()
    }

    @Test func aWrongConfigurationEndsTheHubAndNamesTheLog() async throws {
        let fixture = try HubFixture(["uploader": "echo wrong key >&2; exit 78"])
        let supervisor = HubSupervisor(fixture.plan)
        try await supervisor.start()
        let failure = await supervisor.waitForFailure()
        #expect(failure?.code == .childFailed)
        #expect(failure?.message.contains(fixture.plan.layout.log("uploader-u1")) == true)
        #expect(fixture.log("uploader-u1").contains("wrong key"))
        await supervisor.stop()
    }

    @Test func oneHubPerStateDirectory() async throws {
        let fixture = try HubFixture()
        let first = HubSupervisor(fixture.plan)
        try await first.start([])
        let second = HubSupervisor(fixture.plan)
        let error = await #expect(throws: HubRunnerError.self) { try await second.start([]) }
        #expect(error?.code == .alreadyRunning)
        await second.stop()
        #expect(await canConnect(fixture))
        await first.stop()
    }

    @Test func aMissingProgramIsNamedBeforeAnythingStarts() async throws {
        let fixture = try HubFixture()
        try FileManager.default.removeItem(atPath: "\(fixture.folder)/bin/ble-scanner")
        let supervisor = HubSupervisor(fixture.plan)
        let error = await #expect(throws: HubRunnerError.self) { try await supervisor.start() }
        #expect(error?.code == .executableMissing)
        #expect(error?.message.contains("ble-scanner") == true)
        #expect(!FileManager.default.fileExists(atPath: fixture.plan.layout.state))
    }
}
