import Foundation
import SimulatedServer

/// The legacy (V1) API: the public partner write path, and reads.
///
/// The answer to a repeated client ID, and several records at once, are inferred: public pages say only that the ID
/// must be unique.
struct LegacyAPI: Sendable {
    /// The types of records.
    static let types: Set = [
        "fitness", "routine", "nutrition", "sleep", "weight", "diabetes", "biometrics", "tobacco_cessation",
    ]

    let state: SimulatorState

    func answer(_ call: Call) async throws -> Answer {
        if call.method == "GET", call.path == ["v1", "me"] { return await me(call) }
        if call.method == "POST", isImage(call) { return try await addImage(call) }
        guard (6...7).contains(call.path.count), call.path[1] == "organizations", call.path[3] == "users",
            Self.types.contains(call.path[5])
        else { return Self.failure(404, message: "Not Found", errors: "Not found") }
        switch (call.method, call.path.count) {
        case ("GET", 6): return await list(call)
        case ("POST", 6): return try await create(call)
        case ("POST", 7) where call.path[6] == "many": return try await createMany(call)
        case ("PUT", 7): return try await update(call)
        case ("DELETE", 7): return try await delete(call)
        default: return Self.failure(404, message: "Not Found", errors: "Not found")
        }
    }

    /// An error in the format of the API.
    static func failure(_ code: Int, message: String, errors: JSONValue?) -> Answer {
        var members: [String: JSONValue] = ["code": .integer(code), "message": .string(message)]
        members["errors"] = errors
        return Answer(code, body: .object(members))
    }

    private func me(_ call: Call) async -> Answer {
        guard let user = await state.user(token: call.query["authentication_token"]) else { return unauthorized }
        return Answer(200, body: ["me": ["_id": .string(user.id)]])
    }

    // MARK: Writing

    private func create(_ call: Call) async throws -> Answer {
        switch await draft(call) {
        case .failure(let refused): return refused.answer
        case .success(let draft): return try await accept(draft)
        }
    }

    private func accept(_ draft: RecordDraft) async throws -> Answer {
        switch try await state.accept(draft) {
        case .created(let record): return shown(record, code: 201)
        case .changed(let record), .unchanged(let record): return shown(record, code: 200)
        case .conflict:
            return Self.failure(409, message: "Conflict", errors: .string("Activity \(draft.logID) already exists"))
        }
    }

    /// Creates several records; each is judged separately and has its own result.
    private func createMany(_ call: Call) async throws -> Answer {
        let admitted: (user: SimulatedUser, body: JSONValue)
        switch await admit(call) {
        case .failure(let refused): return refused.answer
        case .success(let found): admitted = found
        }
        let (type, limit) = (call.path[5], InformAPI.manyLimit)
        guard let rows = admitted.body[type]?.array, (1...limit).contains(rows.count) else {
            let text = "\(type) must have 1 to \(limit) records"
            return Self.failure(422, message: "Unprocessable Entity", errors: .string(text))
        }
        var results: [JSONValue] = []
        for (index, row) in rows.enumerated() {
            let result: Answer
            if call.fault?.kind == .refuseOne, index == rows.count / 2 {
                result = Self.failure(422, message: "Unprocessable Entity", errors: "refused")
            } else {
                switch draft(row, of: admitted.user, type: type) {
                case .failure(let refused): result = refused.answer
                case .success(let draft): result = try await accept(draft)
                }
            }
            var members = result.body?[type]?.object ?? result.body?.object ?? [:]
            members["code"] = .integer(result.status)
            members[LegacyShape.idField(type)] = row[LegacyShape.idField(type)] ?? .null
            results.append(.object(members))
        }
        return Answer(207, body: .object(["code": 207, "message": "Multi-Status", type: .array(results)]))
    }

    private func update(_ call: Call) async throws -> Answer {
        switch await draft(call) {
        case .failure(let refused): return refused.answer
        case .success(let draft):
            guard let record = try await state.update(id: call.path[6], with: draft) else {
                return Self.failure(404, message: "Not Found", errors: "No activity found")
            }
            return shown(record, code: 200)
        }
    }

    private func delete(_ call: Call) async throws -> Answer {
        let body = try? JSONValue(parsing: call.body)
        switch await admit(call, token: body?["access_token"]?.string ?? call.query["access_token"]) {
        case .failure(let refused): return refused.answer
        case .success(let user):
            let deleted = try await state.delete(id: call.path[6], user: user, api: "legacy", type: call.path[5])
            return deleted == nil
                ? Self.failure(404, message: "Not Found", errors: "No activity found")
                : Answer(200, body: ["code": 200, "message": "Ok"])
        }
    }

    /// Authenticates a request and parses its object.
    private func admit(_ call: Call) async -> Result<(SimulatedUser, JSONValue), Refusal> {
        guard let body = try? JSONValue(parsing: call.body), body.object != nil else {
            return .failure(Refusal(Self.failure(400, message: "Bad Request", errors: "The body is not a JSON object")))
        }
        return await admit(call, token: body["access_token"]?.string).map { ($0, body) }
    }

    private func draft(_ call: Call) async -> Result<RecordDraft, Refusal> {
        await admit(call).flatMap { draft($0.1[call.path[5]], of: $0.0, type: call.path[5]) }
    }

    private func draft(_ content: JSONValue?, of user: SimulatedUser, type: String) -> Result<RecordDraft, Refusal> {
        guard let content, content.object != nil else {
            return .failure(
                Refusal(Self.failure(422, message: "Unprocessable Entity", errors: .string("\(type) can't be blank")))
            )
        }
        guard let time = content["timestamp"]?.string else {
            return .failure(
                Refusal(Self.failure(422, message: "Unprocessable Entity", errors: "Timestamp can't be blank"))
            )
        }
        guard Instant.parse(time) != nil else {
            return .failure(Refusal(Self.failure(406, message: "Not Acceptable", errors: ["Invalid date"])))
        }
        if let problem = LegacyShape.problem(of: content, type: type) {
            return .failure(Refusal(Self.failure(422, message: "Unprocessable Entity", errors: .string(problem))))
        }
        let logID = content[LegacyShape.idField(type)]?.string ?? ""
        return .success(RecordDraft(api: "legacy", user: user, type: type, logID: logID, content: content))
    }

    // MARK: Reading

    private func list(_ call: Call) async -> Answer {
        let user: SimulatedUser
        switch await admit(call, token: call.query["access_token"]) {
        case .failure(let refused): return refused.answer
        case .success(let admitted): user = admitted
        }
        let type = call.path[5]
        guard let all = await state.list(user: user, type: type, api: "legacy") else {
            return Self.failure(404, message: "Not Found", errors: "Not found")
        }
        let start = call.query["start_date"].flatMap(Instant.parse) ?? .distantPast
        let end = call.query["end_date"].flatMap(Instant.parse) ?? .distantFuture
        let within = all.filter { record in
            guard let time = record.content["timestamp"]?.string.flatMap(Instant.parse) else { return false }
            return time >= start && time <= end
        }
        let offset = max(0, call.query["offset"].flatMap { Int($0) } ?? 0)
        let limit = min(200, max(1, call.query["limit"].flatMap { Int($0) } ?? 100))
        let page = within.dropFirst(offset).prefix(limit)
        return Answer(
            200,
            body: .object([
                type: .array(page.map(content)),
                "summary": summary(call, results: within.count, offset: offset, limit: limit),
            ])
        )
    }

    private func summary(_ call: Call, results: Int, offset: Int, limit: Int) -> JSONValue {
        let start = call.query["start_date"].map { JSONValue.string($0) } ?? .null
        let end = call.query["end_date"].map { JSONValue.string($0) } ?? .null
        return [
            "status": 200, "message": "Ok", "results": .integer(results), "start_date": start, "end_date": end,
            "offset": .integer(offset), "limit": .integer(limit), "previous": nil, "next": nil,
        ]
    }

    func admit(_ call: Call, token: String?) async -> Result<SimulatedUser, Refusal> {
        guard let user = await state.user(organization: call.path[2], id: call.path[4]) else {
            return .failure(Refusal(Self.failure(404, message: "Not Found", errors: "No user found")))
        }
        guard let bearer = await state.user(token: token) else { return .failure(Refusal(unauthorized)) }
        guard bearer == user else {
            return .failure(Refusal(Self.failure(403, message: "Forbidden", errors: "Bad request")))
        }
        return .success(user)
    }

    private var unauthorized: Answer { Self.failure(401, message: "Unauthorized", errors: nil) }

    private func shown(_ record: SimulatedRecord, code: Int) -> Answer {
        Answer(code, body: .object(["code": .integer(code), "message": "Ok", record.type: content(record)]))
    }

    private func content(_ record: SimulatedRecord) -> JSONValue {
        var members = record.content.object ?? [:]
        members["_id"] = .string(record.id)
        members["source"] = "validicmobile"
        return .object(members)
    }
}

extension LegacyAPI {
    /// Whether the path is that for images, which is a convention of this simulator, since none is public.
    func isImage(_ call: Call) -> Bool {
        call.path.count == 6 && call.path[1] == "organizations" && call.path[3] == "users" && call.path[5] == "media"
    }

    /// Adds an image to a record.
    func addImage(_ call: Call) async throws -> Answer {
        guard let form = MultipartBody(call.body, contentType: call.contentType) else {
            return Self.failure(415, message: "Unsupported Media Type", errors: "The body is not multipart/form-data")
        }
        let user: SimulatedUser
        switch await admit(call, token: form.text("access_token")) {
        case .failure(let refused): return refused.answer
        case .success(let admitted): user = admitted
        }
        let record = await state.record(logID: form.text("activity_id") ?? "", of: user)
        if let (status, field, text) = ImageShape.problem(of: form, record: record, idField: "activity_id") {
            return Self.failure(status, message: "Unprocessable Entity", errors: .string("\(field) \(text)"))
        }
        guard let record, let id = form.text("image_id") else {
            return Self.failure(422, message: "Unprocessable Entity", errors: nil)
        }
        let content = ImageShape.content(of: form, record: record)
        let draft = RecordDraft(api: "legacy", user: user, type: ImageShape.type, logID: id, content: content)
        switch try await state.accept(draft) {
        case .created(let image): return Self.shown(image, code: 201)
        case .changed(let image), .unchanged(let image): return Self.shown(image, code: 200)
        case .conflict: return Self.failure(409, message: "Conflict", errors: .string("image_id \(id) already exists"))
        }
    }

    private static func shown(_ image: SimulatedRecord, code: Int) -> Answer {
        Answer(
            code,
            body: [
                "code": .integer(code), "message": "Ok",
                "media": ["_id": .string(image.id), "url": ImageShape.url(image.id)],
            ]
        )
    }
}
