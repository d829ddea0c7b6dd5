import Foundation
import MessageBus
import Passwords
import Processes
import TestSupport
import Testing

@testable import LocalBroker

/// Accounts are added and removed while the broker runs; the other accounts stay connected.
@Suite struct RunningChangeTests {
    private static func guest(_ number: Int) throws -> BrokerAccount {
        let rules = [
            AccessRule(.publish, pattern: "vitalbus/v1/a/event/#"),
            AccessRule(.subscribe, pattern: "vitalbus/v1/g\(number)/#"),
        ]
        let name = "guest\(number)"
        return number.isMultiple(of: 2)
            ? BrokerAccount(username: name, password: "pass \(number)", rules: rules)
            : BrokerAccount(username: name, secret: .hash(try PasswordHash(of: "pass \(number)")), rules: rules)
    }

    private func publishes(_ fixture: BrokerFixture, _ number: Int) async throws -> Bool {
        try await fixture.publish("vitalbus/v1/a/event/x", user: "guest\(number)", password: "pass \(number)")
            == .code(0)
    }

    @Test func whoStaysIsConnectedWhileTenComeAndGo() async throws {
        try await BrokerFixture.with(LocalBrokerOptions(isPersistent: true)) { (fixture: BrokerFixture) async throws in
            let process = await fixture.broker.processID
            let (child, isGranted) = try await fixture.subscribe("vitalbus/v1/a/event/#", count: 11)
            #expect(isGranted)
            for number in 1...10 {
                try await fixture.broker.change(BrokerFixture.accounts + [try Self.guest(number)])
                #expect(try await publishes(fixture, number))
                #expect(try await !publishes(fixture, number - 1))
            }
            #expect(try await fixture.publish("vitalbus/v1/a/event/x", "last") == .code(0))
            // It counts to eleven on its first connection: a lost connection would end it or skip messages.
            #expect(await child.waitUntilExit() == .code(0))
            #expect(await fixture.broker.processID == process)
            try await fixture.broker.restart()
            #expect(try await publishes(fixture, 10))
            #expect(try await !publishes(fixture, 9))
            #expect(try await fixture.publish("vitalbus/v1/b/state/x") == .code(135))
        }
    }

    @Test func whoIsRemovedIsThrownOutWithAllThatWaits() async throws {
        try await BrokerFixture.with(LocalBrokerOptions(isPersistent: true)) { (fixture: BrokerFixture) async throws in
            let guest = BrokerAccount(
                username: "guest1",
                password: "pass 1",
                rules: [AccessRule(.subscribe, pattern: "vitalbus/v1/a/#")]
            )
            try await fixture.broker.change(BrokerFixture.accounts + [guest])
            func client(_ id: String, _ more: [String]) async throws -> ChildProcess {
                try await ChildProcess.start(
                    ChildCommand(
                        "stdbuf",
                        arguments: [
                            "-oL", "mosquitto_sub", "--unix", fixture.broker.socketPath, "-V", "5", "-d", "-q", "1",
                        ]
                            + ["-t", "vitalbus/v1/a/#", "-u", "guest1", "-P", "pass 1", "-i", id] + more,
                        output: .lines,
                        stopTimeout: .seconds(1)
                    )
                )
            }
            // Leaves a session behind, in which a message waits.
            #expect(try await client("left-behind", ["-c", "-x", "9000", "-E"]).waitUntilExit() == .code(0))
            #expect(try await fixture.publish("vitalbus/v1/a/event/x") == .code(0))
            let live = try await client("live", [])
            #expect(await live.lines.first { $0.contains("Subscribed") } != nil)
            let process = await fixture.broker.processID
            try await fixture.broker.change(BrokerFixture.accounts)
            #expect(await fixture.broker.processID == process)
            #expect(await eventually { live.exit != nil })
            await live.stop()
            #expect(try await client("live", []).waitUntilExit() != .code(0))
            await fixture.broker.stop()
            let left = try #require(BrokerDatabase(directory: fixture.directory))
            #expect(left.sessions.isEmpty)
        }
    }

    @Test func theDatabaseTellsWhoseSessionsWait() async throws {
        try await BrokerFixture.with(LocalBrokerOptions(isPersistent: true)) { (fixture: BrokerFixture) async throws in
            let child = try await ChildProcess.start(
                ChildCommand(
                    "mosquitto_sub",
                    arguments: [
                        "--unix", fixture.broker.socketPath, "-V", "5", "-q", "1", "-t", "vitalbus/v1/a/event/#",
                    ]
                        + ["-u", "reader", "-P", "pässwort", "-i", "absent", "-c", "-x", "9000", "-E"]
                )
            )
            #expect(await child.waitUntilExit() == .code(0))
            await fixture.broker.stop()
            let sessions = BrokerDatabase(directory: fixture.directory)?.sessions
            #expect(sessions == [BrokerDatabase.Session(clientID: "absent", username: "reader")])
        }
    }

    /// Mosquitto obeys any client that may write there.
    @Test func nobodyElseMayChangeAccounts() async throws {
        try await BrokerFixture.with { (fixture: BrokerFixture) async throws in
            let command = #"{"commands":[{"command":"deleteClient","username":"reader"}]}"#
            #expect(try await fixture.publish("$CONTROL/dynamic-security/v1", command) == .code(135))
            #expect(try await fixture.publish("$CONTROL/dynamic-security/v1", command, user: ".supervisor") != .code(0))
            let (reader, isGranted) = try await fixture.subscribe("$CONTROL/dynamic-security/v1/response")
            #expect(!isGranted)
            await reader.stop()
            let (child, isThere) = try await fixture.subscribe("vitalbus/v1/a/event/#")
            #expect(isThere)
            await child.stop()
        }
    }
}

/// After any change each account has exactly its rights, and the remaining accounts keep their roles.
@Suite struct RoleBookTests {
    private static func accounts(_ names: [Int], salt: Int) -> [BrokerAccount] {
        names.map { name in
            let rules = (1...12).filter { (name * salt + $0).isMultiple(of: 3) || name.isMultiple(of: $0) }
            return BrokerAccount(
                username: "a\(name)",
                password: nil,
                rules: rules.map { AccessRule(.publish, pattern: "topic/\($0)") }
            )
        }
    }

    @Test(arguments: 1...20) func eachHasItsRightsAndStaysInItsRoles(step: Int) {
        let first = Self.accounts((1...20).filter { !$0.isMultiple(of: 4) }, salt: step)
        let next = Self.accounts((1...24).filter { !($0 + step).isMultiple(of: 5) }, salt: step + 1)
        var book = RoleBook(first)
        let before = book
        let changes = book.change(to: next)
        for account in next { #expect(book.rules(of: account.username) == Set(account.rules), "\(account)") }
        #expect(Set(book.clients.keys) == Set(next.map(\.username)))
        for (name, roles) in book.clients where before.clients[name] != nil { #expect(roles == before.clients[name]) }
        let made = changes.compactMap { if case .createClient(let name, _) = $0 { name } else { nil } }
        #expect(Set(made) == Set(book.clients.keys).subtracting(before.clients.keys))
        #expect(book.change(to: next).isEmpty)
    }
}
