internal import BusContract
internal import Foundation
internal import MessageBus
internal import OperatorConnection

/// An operation of the compiled contract, found by name.
struct KnownRequest: Sendable {
    /// The request's topic.
    let topic: TopicDescriptor

    /// Finds an operation.
    ///
    /// - Throws: ``CommandFailure`` (65) with the existing ones, or (77) if people may not call it.
    init(actor: String, operation: String) throws {
        let requests = Contract.topics.filter { $0.template.hasPrefix("request/") }
        let ofActor = requests.filter { $0.server?.rawValue == actor }
        guard !ofActor.isEmpty else {
            let actors = Set(requests.compactMap { $0.server?.rawValue }).sorted().joined(separator: ", ")
            throw CommandFailure(
                "unknownOperation",
                message: "no actor '\(actor.prefix(64))' serves requests; there are \(actors)",
                exitCode: 65
            )
        }
        guard let topic = ofActor.first(where: { $0.operation == operation }) else {
            let names = ofActor.compactMap(\.operation).sorted().joined(separator: ", ")
            throw CommandFailure(
                "unknownOperation",
                message: "\(actor) has no operation '\(operation.prefix(64))'; it has \(names)",
                exitCode: 65
            )
        }
        guard topic.writers.contains(where: { $0.role == .vitalbus }) else {
            let callers = topic.writers.map(\.role.rawValue).joined(separator: ", ")
            throw CommandFailure(
                "notAuthorized",
                message: "\(operation) of \(actor) cannot be called by people: only \(callers) may call it",
                exitCode: 77
            )
        }
        self.topic = topic
    }

    /// Validates a body against the contract.
    ///
    /// - Throws: `BusError` `malformed` with the field.
    func check(_ bytes: [UInt8]) throws -> JSONValue {
        let body = try WireJSON.decode(JSONValue.self, from: bytes)
        guard case .object = body else { throw CommandFailure.input("the body must be a JSON object, for example {}") }
        let probe = Envelope(id: "check", source: "/", type: topic.type, time: Date(), data: body)
        _ = try topic.roundTrip(try WireJSON.encode(probe))
        return body
    }

    /// Sends the body and returns the reply unchanged.
    ///
    /// - Throws: `BusError` if there is no reply.
    func call(
        _ body: JSONValue,
        over connection: HubConnection,
        address: BusAddress,
        timeout: Duration
    ) async throws -> ReplyPayload<JSONValue> {
        let raw = Topic<JSONValue>(topic.name, at: topic.template, writers: [], readers: [], server: topic.server)
        let hub = topic.server?.runsAtSite == true ? BusAddress.siteHub : address.hub
        let bytes = try await connection.requests.callRaw(raw, hub: hub, body: body, timeout: timeout)
        return try Envelope<ReplyPayload<JSONValue>>.decode(bytes).data
    }
}
