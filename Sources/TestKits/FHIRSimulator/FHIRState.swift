import Foundation
import SimulatedServer

/// The state of the server; it serialises all decisions about resources.
actor FHIRState {
    private(set) var behaviour: FHIRBehaviour
    private(set) var store: ResourceStore
    private(set) var plan: FaultPlan
    private(set) var desk: TokenDesk
    private(set) var requests = 0
    private var journal: Journal<StoredVersion>?
    private let patients: [SimulatedPatient]

    init(_ configuration: FHIRServerConfiguration) throws {
        behaviour = configuration.behaviour
        plan = FaultPlan(configuration.faults)
        desk = TokenDesk(configuration.clients)
        patients = configuration.patients
        var store = ResourceStore()
        if let path = configuration.journal {
            let (journal, versions) = try Journal<StoredVersion>.open(path: path)
            for version in versions { store.apply(version) }
            self.journal = journal
        }
        for patient in patients where store.newest(ResourceName(type: "Patient", id: patient.id)) == nil {
            for version in Self.versions(of: patient, present: nil) {
                try journal?.append(version)
                store.apply(version)
            }
        }
        self.store = store
    }

    func drawFaults(path: String, method: String) -> [Fault] {
        requests += 1
        return plan.draw(path: path, method: method)
    }

    var isSecured: Bool { desk.isSecured }
    var capability: JSONValue { Capability.statement(behaviour, isSecured: desk.isSecured) }

    /// Refuses a request without a token that allows it.
    func admit(_ request: FHIRRequest) throws(Refusal) {
        guard desk.isSecured else { return }
        let grant = try desk.grant(of: request.bearer, now: Date())
        guard let type = request.path.first else { return }
        try grant.check(type, writes: request.method != "GET")
    }

    func token(form: [String: String], audience: String) -> Answer {
        desk.token(form: form, audience: audience, now: Date(), life: behaviour.tokenLife)
    }

    // MARK: Control

    func set(behaviour: FHIRBehaviour) { self.behaviour = behaviour }

    func set(faults: [Fault]) { plan = FaultPlan(faults) }

    func set(client: SimulatedClient) { desk.set(client) }

    func revokeTokens() { desk.revoke() }

    /// Creates or updates a patient.
    func set(patient: SimulatedPatient) throws {
        let present = store.newest(ResourceName(type: "Patient", id: patient.id))
        for version in Self.versions(of: patient, present: present) { try keep(version) }
    }

    /// Forgets resources, faults and tokens; keeps patients, clients and behaviour.
    func reset() throws {
        try journal?.clear()
        store = ResourceStore()
        plan = FaultPlan()
        desk.revoke()
        requests = 0
        for patient in patients { try set(patient: patient) }
    }

    // MARK: Writing

    /// Searches, waits for the configured race, and writes.
    func write<Result>(
        _ body: (inout WriteSession) throws(Refusal) -> Result
    ) async throws -> Result {
        let seen = store
        if behaviour.race > 0 { try await Task.sleep(for: .milliseconds(behaviour.race)) }
        var session = WriteSession(
            store: store,
            seen: behaviour.race > 0 ? seen : store,
            behaviour: behaviour,
            now: Self.milliseconds(Date())
        )
        let result = try body(&session)
        for version in session.added { try keep(version) }
        return result
    }

    private func keep(_ version: StoredVersion) throws {
        try journal?.append(version)
        store.apply(version)
    }

    static func milliseconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970 * 1_000) }

    private static func versions(of patient: SimulatedPatient, present: StoredVersion?) -> [StoredVersion] {
        let now = milliseconds(Date())
        func version(_ number: Int, content: JSONValue?) -> StoredVersion {
            StoredVersion(type: "Patient", id: patient.id, version: number, content: content, at: now)
        }
        let next = (present?.version ?? 0) + 1
        if patient.isDeleted != true { return [version(next, content: patient.resource)] }
        let made = present == nil ? [version(1, content: patient.resource)] : []
        return made + [version(next + made.count, content: nil)]
    }
}
