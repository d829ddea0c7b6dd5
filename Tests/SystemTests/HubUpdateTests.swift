import Foundation
import Processes
import SimulatedHub
import TestSupport
import Testing

/// `vitalbus site update`, over real brokers: the registrar asks the hubs, and nothing else can.
@Suite(.serialized) struct HubUpdateTests {
    /// A hub of 'vitalbus up' has no unit of root that installs packages, with the site's broker and with its own.
    @Test func hubsAnswerTheRegistrar() async throws {
        try await Simulators.with { folder, simulators in
            let site = SimulatedSite(folder, simulators: simulators)
            do {
                let cloud = try await simulators.startServer(faults: "[]")
                try await site.startServer(cloud: cloud)
                try await site.addHub("room-1")
                try await site.addHub("room-2", hasOwnBroker: true)
                for hub in ["room-1", "room-2"] { try await site.startHub(hub) }
                try await ask(site)
            } catch {
                await site.stop()
                throw error
            }
            await site.stop()
        }
    }

    private func ask(_ site: SimulatedSite) async throws {
        let place = ["--state", site.server]
        let none = try await site.command(["site", "update"] + place)
        #expect(none.contains("no update so far"), "\(none)")
        try await eventually("answers of both hubs") {
            let table = try await site.command(["site", "update", "9.9.9", "--check"] + place)
            return table.split(separator: "\n").count { $0.hasPrefix("room-") && $0.contains("updates are off") } == 2
        }
        let other = try await site.run(["site", "update", "9.9.9"] + place)
        #expect(other.exit == .code(65) && other.text.contains("upgrade the server first"), "\(other.text)")
        let wrong = try await site.run(["site", "update", "0.1.0-", "--check"] + place)
        #expect(wrong.exit == .code(64) && wrong.text.contains("is not a version"), "\(wrong.text)")
        // Root on a hub is not root of the site.
        let hub = try await site.run(["site", "update", "9.9.9", "--check", "--state", site.state(of: "room-1")])
        #expect(hub.exit == .code(78) && hub.text.contains("has no site"), "\(hub.text)")
        try await roll(site, place: place)
    }

    /// A hub that does not take part is left alone, and one that does not answer is waited for.
    private func roll(_ site: SimulatedSite, place: [String]) async throws {
        await site.stop("room-2")
        try await eventually("a hub that is off, and one that is away") {
            let table = try await site.command(["site", "update", "0.1.0"] + place)
            return table.contains("0 of 2 hubs run 0.1.0") && table.contains("updates are off")
                && table.contains("does not answer")
        }
        let stopped = try await site.command(["site", "update", "0.1.0", "--stop"] + place)
        #expect(stopped.contains("no other is begun"), "\(stopped)")
    }
}
