import BusEndpoints
import Files
import Foundation
import MessageBus
import TestSupport
import Testing

@testable import ActorRuntime

/// An actor that runs on a site's server.
private struct SiteActor: HubActor {
    static let name = "site-actor"
    static let runsAtSite = true
    var handlers: [RequestHandler] { [] }
    init(_ context: ActorContext) async throws {}
}

/// The names of a hub's processes and the address of their broker, once the hub has joined a site.
struct MembershipTests {
    private func join(_ state: TemporaryFolder) throws -> MembershipFiles {
        let record = MembershipRecord(
            site: "lindenhof",
            hub: "room-12",
            seats: ["room-12"],
            addresses: ["192.168.1.10", "server.lan"],
            brokerPort: 8883,
            registrarPort: 8884
        )
        let files = MembershipFiles(state: state.path)
        try PrivateFile.makeDirectory(files.directory)
        try PrivateFile.replace(files.record, bytes: WireJSON.encode(record))
        return files
    }

    private func load(
        _ actor: (some HubActor).Type,
        flags: [String: String] = [:],
        file: String? = nil,
        environment: [String: String]
    ) throws -> ActorConfiguration {
        try ConfigurationLoader(actor, actors: []).load(
            ConfigurationSources(
                flags: flags.map { ($0.key, $0.value, "--set \($0.key)") },
                environment: environment,
                path: file,
                takesMembership: true
            )
        )
    }

    @Test func aJoinedHubsProcessFindsItsNamesBrokerAndCertificate() throws {
        let state = try TemporaryFolder()
        let files = try join(state)
        let file = try state.write("hub.yaml", text: "site: home\nhub: hub-1\nbus.host: other.example\n")
        let configuration = try load(TinyActor.self, file: file, environment: ["STATE_DIRECTORY": state.path])
        let address = try ActorRun<TinyActor>.address(configuration)
        #expect(address.principal == "room-12.tiny-actor.main" && address.site == "lindenhof")
        let request = try BusConnectionRequest(configuration, address: address, environment: [:])
        #expect(request.endpoint == .anyOf(hosts: ["192.168.1.10", "server.lan"], port: 8883))
        let identity = files.identity("room-12.tiny-actor.main")
        #expect(request.tls == BusTLS(authority: files.authority, certificate: identity, key: identity))
        #expect(request.passwordFile == nil)
        let report = ConfigurationText(ConfigurationLoader(TinyActor.self, actors: [])).report(configuration)
        #expect(report.contains("hub = room-12 (this machine is the hub 'room-12' of the site 'lindenhof'"))
    }

    @Test func aFlagGoesOverTheMembership() throws {
        let state = try TemporaryFolder()
        _ = try join(state)
        let flags = ["site": "s", "hub": "h", "bus.socket": "/run/other.sock", "state.directory": state.path]
        let configuration = try load(TinyActor.self, flags: flags, environment: [:])
        #expect(try configuration[CommonSettings.hub] == "h")
        #expect(try BusConnectionRequest.endpoint(configuration, isEncrypted: false) == .unixSocket("/run/other.sock"))
    }

    @Test func theSitesOwnActorsAreRefusedOnAHub() throws {
        let state = try TemporaryFolder()
        _ = try join(state)
        let error = #expect(throws: RuntimeError.self) {
            _ = try load(SiteActor.self, flags: ["site": "s"], environment: ["STATE_DIRECTORY": state.path])
        }
        #expect(error?.code == .configuration && error?.exitCode == 78)
        #expect(error?.message.contains("whose server runs site-actor") == true, "\(error?.message ?? "")")
    }

    @Test func aDamagedRecordIsNamedAndNotPassedOver() throws {
        let state = try TemporaryFolder()
        try PrivateFile.replace(try join(state).record, bytes: Array("{".utf8))
        let error = #expect(throws: RuntimeError.self) {
            _ = try load(
                TinyActor.self,
                flags: ["site": "s", "hub": "h"],
                environment: ["STATE_DIRECTORY": state.path]
            )
        }
        #expect(error?.message.contains("membership.json") == true)
    }

    @Test func aMachineWithoutBrokerAndSiteLeadsNowhereUntilItHasOne() throws {
        let state = try TemporaryFolder()
        let environment = ["STATE_DIRECTORY": state.path]
        func leadsNowhere(_ flags: [String: String]) throws -> Bool {
            let configuration = try load(
                TinyActor.self,
                flags: ["site": "s", "hub": "h"].merging(flags) { $1 },
                environment: environment
            )
            return try BusConnectionRequest.leadsNowhere(
                configuration,
                address: ActorRun<TinyActor>.address(configuration),
                environment: environment
            )
        }
        #expect(try leadsNowhere([:]))
        #expect(try !leadsNowhere(["bus.host": "127.0.0.1"]))
        #expect(try !leadsNowhere(["bus.socket": "/run/other.sock"]))
        try PrivateFile.makeDirectory("\(state.path)/passwords")
        try PrivateFile.replace("\(state.path)/passwords/h.tiny-actor.main", bytes: [1])
        #expect(try !leadsNowhere([:]), "the machine's broker has made an account")
    }

    /// A process under systemd restarts when its site's address changes, but not for a reordered or truncated record.
    @Test func aProcessSeesThatItsSiteMoved() throws {
        let state = try TemporaryFolder()
        let files = try join(state)
        let environment = ["STATE_DIRECTORY": state.path]
        let configuration = try load(TinyActor.self, environment: environment)
        let watch = try #require(try MembershipWatch(configuration))
        var record = try #require(try files.read())
        record.prefer("server.lan")
        try PrivateFile.replace(files.record, bytes: WireJSON.encode(record))
        try watch.look()
        try PrivateFile.replace(files.record, bytes: Array("{".utf8))
        try watch.look()
        record.take(["10.1.2.3"])
        try PrivateFile.replace(files.record, bytes: WireJSON.encode(record))
        let moved = #expect(throws: RuntimeError.self) { try watch.look() }
        #expect(moved?.exitCode == 75 && moved?.message.contains("10.1.2.3") == true)
        // A user who sets the broker's address with a flag keeps it up to date.
        let flags = ["bus.host": "192.168.1.10"]
        #expect(try MembershipWatch(try load(TinyActor.self, flags: flags, environment: environment)) == nil)
    }

    /// A renamed hub finds its stored files under the new name, and an interrupted start is completed.
    @Test func aFolderWithoutANameTakesTheHubs() throws {
        let state = try TemporaryFolder()
        let address = try BusAddress(site: "s", hub: "ward-9", actor: "device-reader", instance: "main")
        let folder = "\(state.path)/\(UnnamedFolder.hub).device-reader.main"
        try PrivateFile.makeDirectory(folder)
        for name in ["device-reader-_left.sqlite", "passive-_left.json", "epoch"] {
            try PrivateFile.replace("\(folder)/\(name)", bytes: Array(name.utf8))
        }
        func names() throws -> [String] {
            try UnnamedFolder.name(address, in: state.path)
            return try FileManager.default.contentsOfDirectory(atPath: "\(state.path)/\(address.principal)").sorted()
        }
        #expect(try names() == ["device-reader-ward-9.sqlite", "epoch", "passive-ward-9.json"])
        let own = "\(state.path)/\(address.principal)"
        try PrivateFile.replace("\(own)/passive-_left.json", bytes: [1])
        #expect(try names().count == 3)
        // A write-ahead log with content has commits that the database lacks.
        try PrivateFile.replace("\(own)/device-reader-_left.sqlite-wal", bytes: [1])
        #expect(throws: RuntimeError.self) { _ = try names() }
        try FileManager.default.removeItem(atPath: "\(own)/device-reader-_left.sqlite-wal")
        try PrivateFile.makeDirectory(folder)
        #expect(throws: RuntimeError.self) { _ = try names() }
    }

    @Test func aSiteThatTakesAHubNoMoreIsNamedInPlainWords() {
        let refused = BusConnectionState.disconnected(reason: "said no", cause: .refused)
        let member = JoinedHub(hub: "room-12", site: "lindenhof")
        let words = ActorRun<TinyActor>.words(refused, reason: "said no", membership: member)
        #expect(words.contains("'lindenhof' rejects its hub 'room-12'"))
        #expect(ActorRun<TinyActor>.words(refused, reason: "x", membership: nil) == "x")
        let away = BusConnectionState.disconnected(reason: "Connection refused")
        #expect(ActorRun<TinyActor>.words(away, reason: "y", membership: member) == "y")
    }
}
