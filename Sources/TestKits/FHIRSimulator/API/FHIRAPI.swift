import Foundation
import SimulatedServer

/// FHIR's REST interface below `/fhir`, and the token endpoint of SMART's backend services.
struct FHIRAPI: SimulatedAPI {
    let state: FHIRState
    let scheme: String

    var ownFaults: Set<FaultKind> { [.later] }

    var faults: [Fault] { get async { await state.plan.faults } }

    func drawFaults(path: String, method: String) async -> [Fault] {
        await state.drawFaults(path: path, method: method)
    }

    func control(_ call: Call) async throws -> Answer { try await FHIRControl(state: state).answer(call) }

    func failure(_ status: Int, text: String, path: String) -> Answer {
        let codes = [
            401: "login", 403: "forbidden", 404: "not-found", 409: "conflict", 422: "processing", 429: "throttled",
        ]
        return FHIRAnswer.outcome(status, code: codes[status] ?? "transient", text: text)
    }

    func answer(_ call: Call) async throws -> Answer {
        do {
            guard call.path.first == "fhir" else { throw Refusal.outcome(404, code: "not-found", text: "not found") }
            let request = try FHIRRequest(call, base: "\(scheme)://\(call.headers["host"] ?? "localhost")/fhir")
            if let open = try await openAnswer(request) { return open }
            try await state.admit(request)
            guard call.fault?.kind == .later else { return try await answer(request) }
            return later(request, milliseconds: call.fault?.milliseconds ?? 1_000)
        } catch let refusal as Refusal {
            return refusal.answer
        }
    }

    /// The answer to a request that needs no token.
    private func openAnswer(_ request: FHIRRequest) async throws -> Answer? {
        switch (request.method, request.path) {
        case ("GET", ["metadata"]):
            return FHIRAnswer.resource(200, body: await state.capability)
        case ("GET", [".well-known", "smart-configuration"]):
            guard await state.isSecured else { return Answer(404, body: ["error": "no authorization is needed here"]) }
            return Answer(200, body: Capability.smart(base: request.base))
        case ("POST", ["token"]):
            return await state.token(form: request.form, audience: "\(request.base)/token")
        default: return nil
        }
    }

    /// Accepts a request and executes it later, whatever its result.
    private func later(_ request: FHIRRequest, milliseconds: Int) -> Answer {
        // No caller waits for it, as at a server that queues requests; it ends with the process.
        Task {
            try await Task.sleep(for: .milliseconds(milliseconds))
            _ = try await answer(request)
        }
        return FHIRAnswer.resource(202, body: nil)
    }

    private func answer(_ request: FHIRRequest) async throws -> Answer {
        switch (request.method, request.path.count) {
        case ("POST", 0): try await state.transaction(request)
        case ("GET", 1): await state.search(request)
        case ("POST", 1): try await state.create(request)
        case ("PUT", 1): try await state.conditionalUpdate(request)
        case ("GET", 2): try await state.read(request)
        case ("PUT", 2): try await state.update(request)
        case ("DELETE", 2): try await state.delete(request)
        case ("GET", 3) where request.path[2] == "_history": try await state.history(request)
        case ("GET", 4) where request.path[2] == "_history": try await state.read(request)
        default: throw Refusal.outcome(404, code: "not-supported", text: "no such interaction")
        }
    }
}

/// A request below the base address.
struct FHIRRequest: Sendable {
    let method: String
    /// The path below the base.
    let path: [String]
    let query: [String: String]
    let headers: [String: String]
    let bearer: String?
    let base: String
    private let body: Data

    init(_ call: Call, base: String) throws(Refusal) {
        method = call.method
        path = Array(call.path.dropFirst())
        query = call.query
        headers = call.headers
        bearer = call.bearer
        body = call.body
        self.base = base
        let isJSON = ["application/fhir+json", "application/json"].contains { call.contentType?.hasPrefix($0) == true }
        guard !["POST", "PUT"].contains(method) || path == ["token"] || isJSON else {
            throw .outcome(415, code: "not-supported", text: "Content-Type must be application/fhir+json")
        }
        guard let type = path.first, type.first?.isUppercase == true else { return }
        guard ResourceShape.types.contains(type) else {
            throw .outcome(404, code: "not-supported", text: "Unknown resource type '\(type)'")
        }
    }

    var name: ResourceName { ResourceName(type: path[0], id: path[1]) }

    /// Whether the client requests only headers in return.
    var wantsMinimal: Bool { headers["prefer"]?.contains("return=minimal") == true }

    /// The resource in the body.
    var content: JSONValue {
        get throws(Refusal) {
            guard let content = try? JSONValue(parsing: body), content.object != nil else {
                throw .outcome(400, code: "structure", text: "The body is not a JSON object")
            }
            return content
        }
    }

    /// The members of a form.
    var form: [String: String] { References.query(String(decoding: body, as: UTF8.self)) }
}
