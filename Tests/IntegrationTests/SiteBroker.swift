import ActorRuntime
import BusContract
import BusEndpoints
import ContractLiterals
import Foundation
import HubRunner
import LocalBroker
import Logging
import MQTTBus
import MessageBus
import SiteAuthority
import SiteRecords
import TestSupport

/// A real broker with the accounts that the contract gives a small site.
struct SiteBroker: Sendable {
    static let password = "not a secret"

    let members: [Roster.Member]
    let broker: LocalBroker
    /// The accounts' passwords, by name.
    let passwords: [String: String]

    /// Starts a broker in a private directory, which is removed at the end.
    ///
    /// - Parameter more: Additional members.
    static func with(and more: [Roster.Member] = [], _ body: @Sendable (SiteBroker) async throws -> Void) async throws {
        let roster = Roster(try Self.members() + more)
        let accounts = roster.members.map {
            BrokerAccount(username: $0.address.principal, password: password, rules: roster.rules(for: $0))
        }
        let directory = ShortPath.make("vbi")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await run(roster, accounts, directory, body)
    }

    /// Starts the private broker of `vitalbus up`, with another hub's reader and scanner as guests.
    static func ofHub(_ body: @Sendable (SiteBroker) async throws -> Void) async throws {
        let directory = ShortPath.make("vbi")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var plan = try HubPlan(site: "s", hub: "h1", stateDirectory: "\(directory)/hub", executables: directory)
        plan.guests = try [BusRole.bleScanner, .deviceReader].map { role in
            Roster.Member(try BusAddress(site: "s", hub: "h2", actor: role.rawValue, instance: "main"), role: role)
        }
        let record = try SiteRecord(site: "s", addresses: ["127.0.0.1"])
        plan.server = try Site.make(record, files: SiteFiles(state: plan.layout.state), now: Date())
        let files = HubFiles(plan: plan)
        try files.prepareDirectories()
        try await run(plan.roster(), files.accounts(), plan.layout.broker, body)
    }

    private static func run(
        _ roster: Roster,
        _ accounts: [BrokerAccount],
        _ directory: String,
        _ body: @Sendable (SiteBroker) async throws -> Void
    ) async throws {
        let broker = try await LocalBroker.start(directory: directory, accounts: accounts)
        let passwords = Dictionary(uniqueKeysWithValues: accounts.map { ($0.username, $0.password ?? "") })
        do {
            try await body(SiteBroker(members: roster.members, broker: broker, passwords: passwords))
        } catch {
            await broker.stop()
            throw error
        }
        await broker.stop()
    }

    private static func members() throws -> [Roster.Member] {
        func member(_ role: BusRole, _ hub: String, _ instance: String = "main") throws -> Roster.Member {
            Roster.Member(
                try BusAddress(site: "s", hub: hub, actor: role.rawValue, instance: instance),
                role: role
            )
        }
        return [
            try member(.bleScanner, "h1"), try member(.deviceReader, "h1"), try member(.deviceReader, "h2"),
            try member(.sessionManager, "site"), try member(.registrar, "site"), try member(.uploader, "site", "u1"),
            try member(.uploader, "site", "u2"), try member(.vitalbus, "h1", "cli"),
            try member(.integration, "site", "house"),
            try guest(.operator), try guest(.caregiver), try guest(.viewer),
            try guest(.integration, Roster.Scope(hubs: ["h1": ["x1"]], values: ["x1"], hearsAllValues: true)),
            try guest(.integration, Roster.Scope(hubs: ["h2": ["y"]], values: ["y"], hearsAllValues: false)),
        ]
    }

    /// A member whose account a person created.
    private static func guest(_ role: BusRole, _ scope: Roster.Scope? = nil) throws -> Roster.Member {
        let actor = scope == nil ? BusRole.vitalbus : role
        let name = scope?.hubs?.keys.first.map { "house-\($0)" } ?? role.rawValue
        let address = try BusAddress(
            site: "s",
            hub: scope == nil ? "h1" : "site",
            actor: actor.rawValue,
            instance: name
        )
        return Roster.Member(address, role: role, scope: scope)
    }

    /// The members whose accounts a person created.
    var guests: [Roster.Member] {
        members.filter { $0.role != .integration && BusRole.guests.contains($0.role) || $0.scope != nil }
    }

    /// The members, with at most this many of each role at a hub.
    func members(ofEach limit: Int) -> [Roster.Member] {
        var counts: [String: Int] = [:]
        return members.filter { member in
            counts["\(member.role)@\(member.address.hub)", default: 0] += 1
            return counts["\(member.role)@\(member.address.hub)", default: 0] <= limit
        }
    }

    /// The first member of a role.
    func member(_ role: BusRole) -> Roster.Member {
        members.first { $0.role == role } ?? members[0]
    }

    /// Connects a member, runs an operation and disconnects.
    func connected<Result: Sendable>(
        _ member: Roster.Member,
        clientID: String? = nil,
        _ body: @Sendable (BusClient) async throws -> Result
    ) async throws -> Result {
        let bus = try MQTTBus(
            MQTTBusConfiguration(
                endpoint: .unixSocket(broker.socketPath),
                clientID: clientID ?? member.address.principal,
                username: member.address.principal,
                password: Array((passwords[member.address.principal] ?? "").utf8),
                will: clientID == nil && BusRole.all.prefix(4).contains(member.role)
                    ? Presence.will(member.address) : nil
            ),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let running = Task { try await bus.run() }
        defer { running.cancel() }
        for await state in bus.connectionStates() where state == .connected { break }
        do {
            let result = try await body(BusClient(bus: bus, address: member.address, epoch: 1, environment: .system))
            await bus.close()
            return result
        } catch {
            await bus.close()
            throw error
        }
    }
}
