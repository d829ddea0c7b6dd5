import Foundation
import LocalBroker
import Processes
import TestSupport
import Testing

@Suite struct LocalBrokerFailureTests {
    private let directory = ShortPath.make("vb")

    @Test func saysThatThePathIsTooLong() async {
        let path = "/tmp/" + String(repeating: "x", count: 120)
        let error = await #expect(throws: LocalBrokerError.self) {
            _ = try await LocalBroker.start(directory: path, accounts: [])
        }
        #expect(error?.code == .pathTooLong)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func namesThePackageWhenMosquittoIsMissing() async {
        let error = await #expect(throws: LocalBrokerError.self) {
            _ = try await LocalBroker.start(
                directory: directory,
                accounts: [],
                options: LocalBrokerOptions(executable: "/nonexistent/mosquitto")
            )
        }
        #expect(error?.code == .notInstalled)
        #expect(error?.message.contains("apt-get install mosquitto") == true)
    }

    @Test func showsTheLogWhenMosquittoDies() async {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let error = await #expect(throws: LocalBrokerError.self) {
            _ = try await LocalBroker.start(
                directory: directory,
                accounts: [],
                options: LocalBrokerOptions(messageSizeLimit: -1)
            )
        }
        #expect(error?.code == .diedAtStart)
        #expect(error?.message.contains("message_size_limit") == true)
    }

    /// As after a power cut during a write: Mosquitto exits at each start if it cannot read its database.
    @Test(arguments: [Data(), Data("half of a database".utf8)])
    func startsWithoutADamagedDatabase(content: Data) async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let options = LocalBrokerOptions(isPersistent: true)
        let first = try await LocalBroker.start(directory: directory, accounts: [], options: options)
        await first.stop()
        try content.write(to: URL(filePath: directory + "/mosquitto.db"))
        try await first.restart()
        #expect(await first.isRunning)
        let aside = try? Data(contentsOf: URL(filePath: directory + "/mosquitto.db.damaged"))
        #expect(aside == (content.isEmpty ? nil : content))
        await first.stop()
    }

    @Test func refusesTwoAccountsOfOneName() async {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let account = BrokerAccount(username: "same", password: "p", rules: [])
        let error = await #expect(throws: LocalBrokerError.self) {
            _ = try await LocalBroker.start(directory: directory, accounts: [account, account])
        }
        #expect(error?.code == .account)
    }

    @Test func refusesADirectoryInUse() async throws {
        try await BrokerFixture.with { (fixture: BrokerFixture) async throws in
            let error = await #expect(throws: LocalBrokerError.self) {
                _ = try await LocalBroker.start(directory: fixture.directory, accounts: [])
            }
            #expect(error?.code == .directory)
            #expect(await fixture.broker.isRunning)
        }
    }

    @Test func stopsTheBrokerOfAKilledOwner() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var first: LocalBroker? = try await LocalBroker.start(directory: directory, accounts: [])
        await first?.stop()
        first = nil
        // The same broker, still running after its owner was killed.
        let orphan = try await ChildProcess.start(
            ChildCommand("/usr/sbin/mosquitto", arguments: ["-c", directory + "/mosquitto.conf"])
        )
        try "\(orphan.processID)\n".write(toFile: directory + "/mosquitto.pid", atomically: true, encoding: .utf8)
        let second = try await LocalBroker.start(directory: directory, accounts: [])
        let hasEnded = await eventually { orphan.exit != nil }
        await orphan.stop()
        #expect(hasEnded)
        #expect(await second.isRunning)
        await second.stop()
    }
}
