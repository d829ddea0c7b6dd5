import Foundation
import SimulatedServer

/// The interactions of the REST interface.
extension FHIRState {
    func read(_ request: FHIRRequest) throws(Refusal) -> Answer {
        let all = try versions(of: request)
        let wanted = request.path.count == 4 ? all.first { String($0.version) == request.path[3] } : all.last
        guard let wanted else {
            throw .outcome(404, code: "not-found", text: "Resource \(request.name.reference) has no such version")
        }
        guard wanted.content != nil else {
            throw .outcome(410, code: "deleted", text: "Resource \(request.name.reference) was deleted")
        }
        return FHIRAnswer.version(200, version: wanted, base: request.base)
    }

    func history(_ request: FHIRRequest) throws(Refusal) -> Answer {
        let shown = try versions(of: request).reversed().filter { $0.content != nil }
        return FHIRAnswer.found(shown, type: "history", base: request.base)
    }

    func search(_ request: FHIRRequest) -> Answer {
        let latest = Self.milliseconds(Date()) - Int64(behaviour.searchLag)
        let found = store.matches(request.path[0], query: request.query, before: latest)
        return FHIRAnswer.found(found, type: "searchset", base: request.base)
    }

    func create(_ request: FHIRRequest) async throws -> Answer {
        let (type, content) = (request.path[0], try request.content)
        let condition = request.headers["if-none-exist"]
        let written = try await write { (session) throws(Refusal) in
            if let present = try session.present(type, condition: condition) {
                return WriteSession.Written(status: 200, version: present)
            }
            let written = try session.create(type, id: WriteSession.newID(), content: content)
            try session.checkReferences()
            return written
        }
        return shown(written, to: request)
    }

    func update(_ request: FHIRRequest) async throws -> Answer {
        let (name, content) = (request.name, try request.content)
        let match = request.headers["if-match"]
        let written = try await write { (session) throws(Refusal) in
            let written = try session.put(name, content: content, match: match)
            try session.checkReferences()
            return written
        }
        return shown(written, to: request)
    }

    func conditionalUpdate(_ request: FHIRRequest) async throws -> Answer {
        let (type, content) = (request.path[0], try request.content)
        guard !request.query.isEmpty else {
            throw Refusal.outcome(400, code: "required", text: "PUT needs an id or a search")
        }
        let written = try await write { (session) throws(Refusal) in
            let written = try session.put(type, where: request.query, content: content)
            try session.checkReferences()
            return written
        }
        return shown(written, to: request)
    }

    func delete(_ request: FHIRRequest) async throws -> Answer {
        let name = request.name
        _ = try await write { (session) throws(Refusal) in session.delete(name) }
        return FHIRAnswer.resource(204, body: nil)
    }

    func transaction(_ request: FHIRRequest) async throws -> Answer {
        let bundle = try request.content
        guard bundle["resourceType"]?.string == "Bundle", bundle["type"]?.string == "transaction" else {
            throw Refusal.outcome(400, code: "invalid", text: "The body is not a transaction")
        }
        guard behaviour.transactions else {
            throw Refusal.outcome(400, code: "not-supported", text: "This server takes no transactions")
        }
        var transaction = try Transaction(bundle)
        if isSecured {
            let grant = try desk.grant(of: request.bearer, now: Date())
            for entry in transaction.entries { try grant.check(entry.type, writes: true) }
        }
        let results = try await write { (session) throws(Refusal) in try transaction.run(in: &session) }
        return FHIRAnswer.carriedOut(results)
    }

    private func versions(of request: FHIRRequest) throws(Refusal) -> [StoredVersion] {
        guard let all = store.versions[request.name] else {
            throw .outcome(404, code: "not-found", text: "Resource \(request.name.reference) is not known")
        }
        return all
    }

    private func shown(_ written: WriteSession.Written, to request: FHIRRequest) -> Answer {
        let minimal = request.wantsMinimal
        return FHIRAnswer.version(written.status, version: written.version, base: request.base, minimal: minimal)
    }
}
