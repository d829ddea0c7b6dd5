import Curl
import Foundation
import HubRunner
import Processes
import SimulatedHub
import TestSupport
import Testing

/// Hubs on separate machines, with real brokers and cables that can be cut: one is a client of the site's broker, and
/// one has a linked broker.
///
/// `SiteLineTests` and `HardMomentsBrokerTests` cover a site on one machine, which has no cable.
@Suite(
    .serialized,
    .enabled(if: SimulatedNetwork.obstacle == nil, "needs network namespaces: ip netns as root")
)
struct TopologyTests {
    private static let (direct, linked) = ("room-1", "room-2")
    private static let wanted = [
        "user-\(direct)": SimulatedSite.readingsOfAHub, "user-\(linked)": SimulatedSite.readingsOfAHub,
    ]

    private func with(
        _ hubs: [String],
        _ body: (SimulatedSite, SimulatedNetwork, LineFolder, String) async throws -> Void
    ) async throws {
        let network = SimulatedNetwork(hubs: hubs)
        try network.lay()
        defer { network.remove() }
        try await Simulators.with { folder, simulators in
            let site = SimulatedSite(folder, simulators: simulators, network: network)
            let result: Result<Void, any Error>
            do {
                let people = hubs.map { SimulatedSite.person(of: $0) }
                let cloud = try await simulators.startServer(faults: "[]", people: people)
                try await site.startServer(cloud: cloud)
                result = .success(try await body(site, network, folder, cloud))
            } catch {
                result = .failure(error)
            }
            await site.stop()
            try result.get()
        }
    }

    /// The output of a command on a hub's machine, whatever its exit code.
    private func said(_ words: [String], _ site: SimulatedSite, at hub: String) async throws -> String {
        try await site.run(words + ["--state", site.state(of: hub)], at: hub).text
    }

    private func waitForLink(_ site: SimulatedSite, isUp: Bool) async throws {
        try await eventually("a link that is \(isUp ? "up" : "down")") {
            let text = try await said(["doctor"], site, at: Self.linked)
            return text.contains(isUp ? "the site's broker is reachable" : "the site's broker is unreachable")
        }
    }

    /// Both cables are cut for longer than the linked broker's queue can cover, and both brokers are killed meanwhile:
    /// each reading arrives once, local commands still work, and people are informed.
    @Test func readingsOutliveCutCablesAndKilledBrokers() async throws {
        try await with([Self.direct, Self.linked]) { site, network, folder, cloud in
            let tiny = try folder.write("tiny.yaml", text: "vitalbus:\n  broker-queue: 10\n")
            for hub in [Self.direct, Self.linked] {
                try await site.addHub(hub, hasOwnBroker: hub == Self.linked)
                try await site.startHub(hub, config: tiny)
            }
            try await waitForLink(site, isUp: true)
            let heard = Task {
                try await said(["watch", "--type", "recordSubmitted", "--count", "1"], site, at: Self.linked)
            }
            try await site.startPerson(of: Self.direct, number: 1)
            try await site.startPerson(of: Self.linked, number: 2)
            try await eventually("first records") { site.recordsAtCloud().count == 2 }
            // The hub hears the site's actors' messages about it.
            #expect(try await heard.value.contains("recordSubmitted"))
            for hub in [Self.direct, Self.linked] { try network.cut(hub) }
            try await waitForLink(site, isUp: false)
            try await localCommandsWork(site)
            try site.killBroker(of: Self.linked)
            try site.killBroker(of: "site")
            for hub in [Self.direct, Self.linked] { try network.mend(hub) }
            try await eventually("\(Self.wanted)") { site.recordsAtCloud() == Self.wanted }
            #expect(try await ServerSummary.ask(cloud, client: try CurlClient()).duplicates == 0)
            try await waitForLink(site, isUp: true)
            let log = try String(contentsOfFile: "\(site.state(of: Self.linked))/broker/mosquitto.log", encoding: .utf8)
            #expect(log.contains("being dropped"), "the queue was not full: \(log.suffix(2000))")
        }
    }

    private func localCommandsWork(_ site: SimulatedSite) async throws {
        let status = try await said(["status"], site, at: Self.linked)
        #expect(status.contains("device-reader online") && status.contains("LINK DOWN"), "\(status)")
        let passive = try await said(["passive", "set", "3000"], site, at: Self.linked)
        #expect(passive.contains("3000"), "\(passive)")
        try await eventually("the server's word on it") {
            let doctor = try await site.run(["doctor", "--state", site.server]).text
            return doctor.contains("\(Self.linked): its link to this site is down")
        }
    }

    /// The server moves, certificates are renewed while the link is up, and a revoked hub's link ends.
    @Test func aLinkFollowsItsSiteAndEndsWithIt() async throws {
        try await with([Self.linked]) { site, network, _, _ in
            try await site.addHub(Self.linked, hasOwnBroker: true)
            try await site.startHub(Self.linked, hasRadio: false)
            try await waitForLink(site, isUp: true)
            try network.moveServer(of: Self.linked)
            try await waitForLink(site, isUp: true)
            let renewed = try await said(["renew", "--all"], site, at: Self.linked)
            #expect(renewed.contains("renewed"), "\(renewed)")
            let second = network.servers(of: Self.linked)[1]
            try await site.command(["site", "set", "--address", second, "--state", site.server])
            try await eventually("the new address") {
                _ = try await said(["renew", "--all"], site, at: Self.linked)
                return try await said(["link", "show"], site, at: Self.linked).contains("address \(second): answers")
            }
            try await waitForLink(site, isUp: true)
            try await site.command(["hub", "revoke", Self.linked, "--state", site.server])
            try await eventually("a link without rights") {
                let text = try await said(["doctor"], site, at: Self.linked)
                return text.contains("the site's broker is unreachable")
                    || text.contains("whether this hub was revoked")
            }
            #expect(try await said(["status"], site, at: Self.linked).contains("health-importer online"))
            let renewal = ["renew", "--all", "--state", site.state(of: Self.linked)]
            let refused = try await site.run(renewal, at: Self.linked)
            #expect(refused.exit == .code(77), "\(refused.text)")
        }
    }
}
