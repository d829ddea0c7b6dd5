import ActorRuntime
import BusEndpoints
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import Testing

@testable import VitalbusCommand

/// The command line reads the broker's address as the actors do.
struct OperatorConfigurationTests {
    private func load(_ tls: String, host: String = "broker.example") throws -> ActorConfiguration {
        let file = FileManager.default.temporaryDirectory.appending(path: "vbo-\(UUID().uuidString.prefix(8)).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("site: s\nhub: h\nbus:\n  host: \(host)\n  tls:\n\(tls)".utf8).write(to: file)
        return try OperatorConfiguration.load(file.path, site: nil, hub: nil, variables: [:])
    }

    @Test(arguments: [
        ("    authority: /ca\n    certificate: /c\n", "set both"), ("    authority: /ca\n    key: /k\n", "set both"),
        ("    certificate: /c\n    key: /k\n", "bus.tls.authority"),
    ])
    func filesThatGoTogetherAreAskedForTogether(_ tls: String, words: String) throws {
        let address = try BusAddress(site: "s", hub: "h", actor: "vitalbus", instance: "cli")
        let values = try load(tls)
        let error = #expect(throws: RuntimeError.self) {
            try OperatorConfiguration.target(values, address: address)
        }
        #expect(error?.code == .configuration && error?.message.contains(words) == true)
    }

    @Test func theBrokerIsWhereTheFileSays() throws {
        let address = try BusAddress(site: "s", hub: "h", actor: "vitalbus", instance: "cli")
        let target = try OperatorConfiguration.target(load("    authority: /ca\n"), address: address)
        #expect(target.endpoint == .tcp(host: "broker.example", port: 8_883))
        #expect(target.tls == BusTLS(authority: "/ca"))
    }
}
