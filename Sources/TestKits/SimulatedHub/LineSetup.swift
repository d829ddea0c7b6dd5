internal import ActorRuntime
package import BusContract
internal import Foundation
package import HubRunner
internal import MessageBus
package import OperatorConnection
internal import TestSupport
package import VitalRecords

/// Sets up a hub for the demo and the system tests.
package enum LineSetup {
    package static let organization = "demo-org"
    package static let seat = "room-1"
    package static let person = LinePerson(seat: seat, user: "demo-user", token: "demo-token")
    package static let hub = "room-1"

    /// The plan of a hub with simulated devices and a simulated server.
    ///
    /// - Throws: `HubRunnerError` `invalidPlan`.
    package static func plan(
        _ folder: LineFolder,
        server: String,
        bus: String,
        uploaders: Int,
        seats: [String] = [seat]
    ) throws -> HubPlan {
        var plan = try HubPlan(
            site: "demo",
            hub: hub,
            seats: seats,
            stateDirectory: folder.state,
            executables: ProgramFolder.path
        )
        plan.uploaders = uploaders
        plan.dbusAddress = bus
        plan.informURL = server
        plan.recordFolder = "\(folder.state)/records"
        plan.sharesValues = true
        // Simulated devices measure every few seconds, unlike real ones.
        plan.settings = [
            "ble-scanner": ["lost-after": "3s"],
            "device-reader": ["passive.rearm": "1s", "passive.rearm-advertising": "3s"],
            "session-manager": ["retry.base": "200ms", "retry.cap": "2s", "rate.per-hour": "0"],
            "uploader": ["pull.interval": "1s", "destination.inform.repeats": "upsert", "lookup.settle": "1s"],
        ]
        // A single seat is the sole one; with several seats, devices are assigned.
        if seats.count == 1 { plan.settings["session-manager"]?["seat.solo"] = "true" }
        return plan
    }

    /// An account of Home Assistant that can see the seat.
    ///
    /// - Throws: `BusError` `invalidTopic`.
    package static func homeAssistant(_ name: String, site: String) throws -> Roster.Member {
        let role = BusRole.integration
        let address = try BusAddress(site: site, hub: BusAddress.siteHub, actor: role.rawValue, instance: name)
        let scope = Roster.Scope(hubs: nil, values: [seat], hearsAllValues: true, isHomeAssistant: true)
        return Roster.Member(address, role: role, scope: scope)
    }

    /// The bus address of a person's account on a machine that is not a joined hub.
    ///
    /// - Throws: `BusError` `invalidTopic`.
    static func person(_ name: String, site: String) throws -> BusAddress {
        try BusAddress(site: site, hub: "desk", actor: BusRole.vitalbus.rawValue, instance: name)
    }

    /// Starts a person's session; by default that of the simulated server's only user.
    ///
    /// - Throws: `BusError`.
    package static func startSession(
        _ connection: HubConnection,
        plan: HubPlan,
        of person: LinePerson = person
    ) async throws {
        let body = try start(of: person, plan: plan)
        // All attempts use one ID: if only the answer was lost, the next attempt finds the session instead of replacing
        // it.
        let id = connection.client.environment.newID()
        _ = try await patiently {
            try await connection.requests.call(
                SessionOperations.startSession,
                hub: BusAddress.siteHub,
                body: body,
                id: id,
                timeout: Patience.answer
            )
        }
    }

    /// The request that starts a person's session, with a sealed token.
    ///
    /// - Throws: `RuntimeError` for an unreadable site key.
    package static func start(of person: LinePerson, plan: HubPlan) throws -> StartSession {
        let key = try SiteKey.load(plan.layout.siteKey, createIfMissing: false)
        let sealed = try key.seal(Array(person.token.utf8), context: "session-token")
        return StartSession(
            seat: person.seat,
            userID: person.user,
            organizationID: organization,
            sealedToken: Data(sealed).base64EncodedString(),
            apiVersion: .inform
        )
    }

    /// Starts sessions for people and assigns each a device.
    ///
    /// - Throws: `BusError`.
    package static func admit(
        _ people: [LinePerson],
        devices: [DeviceID],
        over connection: HubConnection,
        plan: HubPlan
    ) async throws {
        for (person, device) in zip(people, devices) {
            try await startSession(connection, plan: plan, of: person)
            try await assign(device, to: person.seat, over: connection)
        }
    }

    /// Assigns a device to a seat, starting a minute ago because devices report whole seconds.
    ///
    /// - Throws: `BusError`.
    package static func assign(_ device: DeviceID, to seat: String, over connection: HubConnection) async throws {
        _ = try await patiently {
            try await connection.requests.call(
                SessionOperations.assignDevice,
                hub: BusAddress.siteHub,
                body: AssignDevice(device: device, seat: seat, from: Date(timeIntervalSinceNow: -60)),
                timeout: Patience.answer
            )
        }
    }

    /// The pseudonyms of the simulated cuffs of a fixed run.
    ///
    /// - Throws: `RuntimeError` without a site key.
    package static func cuffs(_ plan: HubPlan) throws -> [DeviceID] {
        try LineScenario.addresses.map { try device($0, siteKey: plan.layout.siteKey) }
    }

    /// The pseudonym of a device at a site.
    ///
    /// - Throws: `RuntimeError` without a site key.
    package static func device(_ address: String, siteKey: String) throws -> DeviceID {
        let key = try SiteKey.load(siteKey, createIfMissing: false)
        return try DeviceID.derive(siteSecret: key.deviceSecret, address: address)
    }

    /// Enables passive reading of the simulated devices.
    ///
    /// - Throws: `BusError`.
    package static func setPassive(
        _ connection: HubConnection,
        hub: String = hub,
        peripherals: [Int] = [3000]
    ) async throws {
        _ = try await patiently {
            try await connection.requests.call(
                ReaderTopics.setPassivePeripherals,
                hub: hub,
                body: PassivePeripherals(peripheralIDs: peripherals),
                timeout: Patience.answer
            )
        }
    }

    /// Retries while an actor is not available yet, up to the limit of ``Patience``.
    package static func patiently<Result: Sendable>(_ call: () async throws -> Result) async throws -> Result {
        try await Patience.again(call) { ($0 as? BusError)?.isRetriable ?? false }
    }
}
