import BusContract
import ContractLiterals
import MessageBus
import TestSupport
import VitalRecords

/// A worker of the queue `upload` that acts as the test decides.
struct FakeWorker: Sendable {
    struct NoGrant: Error {}

    let name: String
    private let client: BusClient
    private let grants: BusSubscription
    private let passed = PassedGrants()

    init(_ instance: String, _ site: SessionSite) async throws {
        client = site.client(try BusAddress(site: "home", hub: "site", actor: "uploader", instance: instance))
        name = client.address.client
        grants = try await client.subscribe(to: [UploadWork.grant.descriptor], hub: "site", values: ["worker": name])
    }

    /// Demands work; returns when the queue's owner has the demand.
    func pull(
        _ free: Int = 16,
        live: Int? = nil,
        apis: [WorkPull.Destination]? = nil,
        id: String = "pull-1"
    ) async throws {
        try await eventually("the queue's owner hears demands") {
            let demand = WorkPull(worker: name, free: free, freeLive: live, apis: apis, pullID: id)
            return try await client.publish(UploadWork.pull, hub: "site", data: demand) == .delivered
        }
    }

    /// The bytes of the next grant message, whatever it contains.
    func nextMessage() async throws -> [UInt8] {
        for await message in grants { return message.payload }
        throw NoGrant()
    }

    /// The next grant message with records.
    func next() async throws -> UploadGrant {
        try Envelope<UploadGrant>.decode(try await nextBytes()).data
    }

    /// The bytes of the next grant message with records.
    func nextBytes() async throws -> [UInt8] {
        if let bytes = await passed.records() { return bytes }
        while true {
            let bytes = try await nextMessage()
            let grant = try Envelope<UploadGrant>.decode(bytes).data
            await passed.note(grant.checks ?? [])
            if !grant.items.isEmpty { return bytes }
        }
    }

    /// The checks of credentials in the next message that has some; records that arrive with or before it are kept for
    /// `next`.
    func nextChecks() async throws -> [UploadGrant.Check] {
        while true {
            let bytes = try await nextMessage()
            let grant = try Envelope<UploadGrant>.decode(bytes).data
            if !grant.items.isEmpty { await passed.keep(bytes) }
            let checks = grant.checks ?? []
            await passed.note(checks)
            if !checks.isEmpty { return checks }
        }
    }

    /// The check of a session's credentials, whenever it arrived.
    func check(everOf session: String) async throws -> UploadGrant.Check {
        while true {
            if let check = await passed.checks.first(where: { $0.sessionID == session }) { return check }
            _ = try await nextChecks()
        }
    }

    /// The checks of some sessions' credentials; grants may contain other checks, and only one at a time.
    func checks(of sessions: [String]) async throws -> [UploadGrant.Check] {
        var found: [UploadGrant.Check] = []
        while !sessions.allSatisfy({ id in found.contains { $0.sessionID == id } }) {
            found += try await nextChecks().filter { sessions.contains($0.sessionID) }
        }
        return found
    }

    /// The check of a session's credentials.
    func check(of session: String) async throws -> UploadGrant.Check { try await checks(of: [session])[0] }

    /// Demands work and takes the records of the next grant.
    func take(_ free: Int = 16) async throws -> [UploadGrant.Item] {
        try await pull(free)
        return try await next().items
    }

    /// Leaves, as a last will announces it.
    func disappear() async throws {
        let topic = client.address.topic("actor/uploader/\(client.address.instance)/availability")
        let will = BusMessage(topic: topic, payload: Array("offline".utf8), retain: true)
        _ = try await client.bus.publish(will)
    }
}

/// The messages that a worker skipped while it waited for another kind: the owner chooses the order of grants.
private actor PassedGrants {
    private(set) var checks: [UploadGrant.Check] = []
    private var grants: [[UInt8]] = []

    func note(_ more: [UploadGrant.Check]) { checks += more }
    func keep(_ grant: [UInt8]) { grants.append(grant) }
    func records() -> [UInt8]? { grants.isEmpty ? nil : grants.removeFirst() }
}

extension UploadGrant.Item {
    /// An outcome for this grant.
    func outcome(
        _ result: UploadAck.Result,
        serverID: String? = nil,
        error: WireFault? = nil,
        after: Int? = nil,
        possiblySent: Bool = false
    ) -> UploadAck.Outcome {
        UploadAck.Outcome(
            logID: deliveryName,
            revision: revision,
            fence: fence,
            result: result,
            serverID: serverID,
            error: error,
            retryAfterSeconds: after,
            possiblySent: possiblySent
        )
    }
}
