internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import HealthTypes
internal import Logging
internal import MessageBus
internal import QueueStore

/// Keeps the subscriptions of sessions to types of health data.
struct SubscriptionService: ManagerService {
    let parts: ServiceParts

    /// The operations on subscriptions.
    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.sampleTypes) { body, _ in try Self.sampleTypes(body) },
            RequestHandler(SessionOperations.setSubscriptions) { body, _ in try await subscribe(body) },
            RequestHandler(SessionOperations.subscriptions) { body, _ in
                let session = try await seats.session(of: body.seat)
                guard body.sessionID.map({ $0 == session.id }) ?? true else {
                    throw BusError(.notFound, message: "that session of seat '\(body.seat)' has ended")
                }
                return try subscriptions(of: session)
            },
        ]
    }

    private static func sampleTypes(_ body: SampleTypesRequest) throws -> SampleTypes {
        guard let set = HealthSet.subscribable.first(where: { $0.rawValue == body.set.rawValue }) else {
            let all = HealthSet.subscribable.map(\.rawValue).joined(separator: ", ")
            throw BusError(
                .invalidArgument,
                message: "unknown set '\(body.set.rawValue.prefix(64))'; use one of \(all)"
            )
        }
        return SampleTypes(set: SampleSet(rawValue: set.rawValue), sampleTypes: HealthMappingTable.identifiers(of: set))
    }

    private func subscribe(_ body: SetSubscriptions) async throws -> Subscriptions {
        let present = try await seats.session(of: body.seat)
        let types = try body.sampleTypes.map(Self.checked)
        guard !present.isDefaultUser else {
            logger.warning("the default user cannot subscribe", metadata: ["seat": "\(body.seat)"])
            var nothing = try subscriptions(of: present)
            nothing.warnings = ["the default user's health data cannot be imported: start a session with a user"]
            return nothing
        }
        let session = try await store.sessions.changeSubscriptions(of: present.id, at: environment.now()) { data in
            var stored = StoredSubscriptions(data)
            stored.sampleTypes = types ?? stored.sampleTypes
            stored.processIntraday = body.processIntraday ?? stored.processIntraday
            stored.revision += 1
            return try stored.data
        }
        signals.committed()
        let changed = try subscriptions(of: session)
        activity.note(
            "subscriptions set",
            ["session": session.id, "seat": session.seat, "sampleTypes": "\(changed.sampleTypes.count)"],
            component: .healthkit
        )
        return changed
    }

    /// The identifiers without duplicates, in their order.
    private static func checked(_ identifiers: [String]) throws -> [String] {
        guard identifiers.count <= 256 else {
            throw BusError(.invalidArgument, message: "use at most 256 sample types")
        }
        if let unknown = identifiers.first(where: { !known.contains($0) }) {
            throw BusError(
                .invalidArgument,
                message: "unknown sample type '\(unknown.prefix(80))'; sampleTypes {set} lists the known ones"
            )
        }
        var seen: Set<String> = []
        return identifiers.filter { seen.insert($0).inserted }
    }

    private static let known = Set(HealthSet.subscribable.flatMap { HealthMappingTable.identifiers(of: $0) })

    private func subscriptions(of session: StoredSession) throws -> Subscriptions {
        let stored = StoredSubscriptions(session.subscriptions)
        // The separator keeps users of different organizations apart.
        let name = Array(session.organizationID.utf8) + [0] + Array(session.userID.utf8)
        return Subscriptions(
            seat: session.seat,
            sessionID: session.id,
            person: try parts.siteKey().fingerprint(of: name, purpose: "import-person"),
            apiVersion: CloudAPI(rawValue: session.api),
            defaultUser: session.isDefaultUser,
            startedAt: session.startedAt,
            sampleTypes: stored.sampleTypes,
            processIntraday: stored.processIntraday,
            warnings: HealthPlaces.warnings(
                stored.sampleTypes,
                intraday: stored.processIntraday,
                api: session.api
            )
        )
    }
}
