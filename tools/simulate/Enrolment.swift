import ActorRuntime
import Files
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import SiteAuthority
import SiteRecords

/// Makes hubs members of a site as `vitalbus hub add` and `vitalbus join` do, without the network between them.
struct Enrolment {
    let fleet: Fleet
    let server: String
    let stores: String

    /// Adds all hubs and gives each its certificates.
    ///
    /// - Throws: `SiteError`, or what writing files throws.
    func run() throws {
        guard let site = try Site(SiteFiles(state: server)) else { throw SimulationError("\(server) has no site") }
        let key = try SiteKey.load("\(server)/site-key", createIfMissing: true).bytesForHubs
        let desk = RegistrarDesk(site, siteKey: key)
        try PrivateFile.makeDirectory(stores)
        let hubs = (0..<fleet.hubs).map { Site.NewHub(fleet.name($0), seats: fleet.seats(of: $0)) }
        let bundles = try site.add(hubs, now: .now)
        for bundle in bundles {
            let state = "\(stores)/\(bundle.hub)"
            try PrivateFile.makeDirectory(state)
            let membership = Membership(state: state)
            let answer = try desk.enrol(try membership.begin(bundle), now: .now)
            try membership.finish(bundle, answer: answer) { _ in }
        }
    }
}

/// Starts the sessions of a site's people and gives each a cuff.
struct Admission: Sendable {
    /// How many are under way at a time.
    private static let width = 8

    let fleet: Fleet
    let server: String

    /// Admits all.
    ///
    /// - Throws: `BusError`.
    func run() async throws {
        let plan = try HubPlan(site: SimulatedSite.name, hub: "", part: .site, stateDirectory: server, executables: "")
        try await HubConnection.with(try HubRun.target(plan), patience: .seconds(60)) { connection in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for hub in 0..<fleet.hubs {
                    if hub >= Self.width { try await group.next() }
                    group.addTask {
                        let seats = fleet.seats(of: hub)
                        try await LineSetup.admit(
                            seats.map(fleet.person),
                            devices: try seats.indices.map { try fleet.device(hub: hub, seat: $0) },
                            over: connection,
                            plan: plan
                        )
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
