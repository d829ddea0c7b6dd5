import BusEndpoints
import Foundation
import MessageBus
import TestSupport
import Testing

@testable import ActorRuntime

struct BusConnectionRequestTests {
    private func request(
        _ flags: [String: String],
        environment: [String: String] = [:]
    ) throws -> BusConnectionRequest {
        let all = ["site": "home", "hub": "room-1"].merging(flags) { $1 }
        let configuration = try ConfigurationLoader(TinyActor.self, actors: []).load(
            ConfigurationSources(flags: all.map { ($0.key, $0.value, "--set \($0.key)") })
        )
        let address = try BusAddress(site: "home", hub: "room-1", actor: "tiny-actor", instance: "main")
        return try BusConnectionRequest(configuration, address: address, environment: environment)
    }

    @Test func usesTheSocketAndThePrincipal() throws {
        let request = try request([:])
        #expect(request.endpoint == .unixSocket("/run/vitalbus/mqtt.sock"))
        #expect(request.username == "room-1.tiny-actor.main")
        #expect(request.clientID == "room-1.tiny-actor.main")
        #expect(request.will?.topic == "vitalbus/v1/home/room-1/actor/tiny-actor/main/availability")
        #expect(request.passwordFile == nil)
    }

    @Test func takesThePasswordFromASystemdCredential() throws {
        let directory = try TemporaryFolder()
        let path = try directory.write("bus-password", text: "p")
        #expect(try request([:], environment: ["CREDENTIALS_DIRECTORY": directory.path]).passwordFile == path)
        #expect(
            try request(["bus.password-file": "/x"], environment: ["CREDENTIALS_DIRECTORY": directory.path])
                .passwordFile == "/x"
        )
    }

    @Test func takesThePasswordThatTheMachinesBrokerMade() throws {
        let directory = try TemporaryFolder()
        let folder = "\(directory.path)/passwords"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let path = try directory.write("passwords/room-1.tiny-actor.main", text: "p")
        let environment = ["STATE_DIRECTORY": directory.path]
        #expect(try request([:], environment: environment).passwordFile == path)
        #expect(try request(["state.directory": directory.path]).passwordFile == path)
        // Another broker has other passwords.
        #expect(try request(["bus.host": "127.0.0.1"], environment: environment).passwordFile == nil)
        #expect(try request(["bus.socket": "/run/other.sock"], environment: environment).passwordFile == nil)
    }

    @Test func needsTLSBetweenMachines() throws {
        #expect(
            try request(["bus.host": "127.0.0.1", "bus.port": "1883"]).endpoint == .tcp(host: "127.0.0.1", port: 1883)
        )
        let error = #expect(throws: RuntimeError.self) { _ = try request(["bus.host": "broker.example"]) }
        #expect(error?.message.contains("bus.tls.authority") == true)
        let remote = try request(["bus.host": "broker.example", "bus.tls.authority": "/ca.pem"])
        #expect(remote.tls == BusTLS(authority: "/ca.pem", certificate: nil, key: nil))
        for half in ["bus.tls.certificate", "bus.tls.key"] {
            #expect(throws: RuntimeError.self) { _ = try request([half: "/x.pem", "bus.tls.authority": "/ca.pem"]) }
        }
    }
    /// A broker gives a connection's place to any client with the same id, so the id must be secret.
    @Test func aClientIDIsKnownToWhoHasItsSecretAlone() throws {
        let directory = try TemporaryFolder()
        let (own, other) = (
            try directory.write("own.pem", text: "key 1"), try directory.write("other.pem", text: "key 2")
        )
        func clientID(_ file: String?, password: String? = nil) throws -> String {
            var flags = ["bus.host": "broker.example", "bus.tls.authority": "/ca.pem"]
            if let file { (flags["bus.tls.certificate"], flags["bus.tls.key"]) = (file, file) }
            return MQTTConnector.clientID(of: try request(flags), password: password.map { Array($0.utf8) })
        }
        let name = "room-1.tiny-actor.main"
        let ids = [
            try clientID(nil), try clientID(own), try clientID(other), try clientID(nil, password: "p"),
            try clientID(nil, password: "q"),
        ]
        #expect(ids[0] == name)
        #expect(ids.dropFirst().allSatisfy { $0.hasPrefix("\(name).") && $0.count == name.count + 25 })
        #expect(Set(ids).count == ids.count)
        #expect(try clientID(own) == ids[1])
    }
}
