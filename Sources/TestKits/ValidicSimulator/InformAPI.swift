import Foundation
import SimulatedServer

/// The Inform (v2) API: the public write contract of Inform Connect, and reads.
///
/// Intraday records have no public write path; the one here follows the others. PUT and DELETE by ID, several records
/// at once, the status of a repeat and the text of 409 are inferred, since no public page documents them.
struct InformAPI: Sendable {
    /// The types in paths, and the `type` of their records.
    static let types = [
        "summaries": "summary", "workouts": "workout", "nutrition": "nutrition", "measurements": "measurement",
        "sleep": "sleep", "intraday": "intraday",
    ]

    let state: SimulatorState

    func answer(_ call: Call) async throws -> Answer {
        switch (call.method, call.path.count) {
        case ("POST", 4) where isWrite(call): try await create(call)
        case ("POST", 5) where isWrite(call) && call.path[4] == "many": try await createMany(call)
        case ("POST", 3) where isImage(call): try await addImage(call)
        case ("PUT", 5) where isWrite(call): try await update(call)
        case ("DELETE", 5) where isWrite(call): try await delete(call)
        case ("GET", 4) where isRead(call): await user(call)
        case ("GET", 5) where isRead(call): await list(call)
        default: Self.failure(404, text: "not found")
        }
    }

    /// An error in the common format of the API.
    static func failure(_ status: Int, text: String) -> Answer {
        Answer(status, body: ["errors": [.string(text)]])
    }

    private func isWrite(_ call: Call) -> Bool {
        call.path.starts(with: ["connect", "provider", "data"]) && Self.types[call.path[3]] != nil
    }

    private func isRead(_ call: Call) -> Bool {
        call.path[0] == "organizations" && call.path[2] == "users"
            && (call.path.count == 4 || Self.types[call.path[4]] != nil)
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
        case .created(let record): return Answer(201, body: shown(record))
        case .changed(let record), .unchanged(let record): return Answer(200, body: shown(record))
        case .conflict:
            let text = "\(draft.logID) has already been taken"
            return Answer(409, body: ["errors": ["log_id": [.string(text)]]])
        }
    }

    /// Creates several records; each is judged separately and has its own result.
    private func createMany(_ call: Call) async throws -> Answer {
        let admitted: (user: SimulatedUser, body: JSONValue)
        switch await admit(call) {
        case .failure(let refused): return refused.answer
        case .success(let found): admitted = found
        }
        guard let rows = admitted.body["data"]?.array, (1...Self.manyLimit).contains(rows.count) else {
            return Answer(422, body: ["errors": ["data": [.string("must have 1 to \(Self.manyLimit) records")]]])
        }
        var results: [JSONValue] = []
        for (index, row) in rows.enumerated() {
            let result: Answer
            if call.fault?.kind == .refuseOne, index == rows.count / 2 {
                result = Self.failure(422, text: "refused")
            } else {
                switch draft(row, of: admitted.user, type: call.path[3]) {
                case .failure(let refused): result = refused.answer
                case .success(let draft): result = try await accept(draft)
                }
            }
            var members = result.body?.object ?? [:]
            members["status"] = .integer(result.status)
            members["log_id"] = row["log_id"] ?? .null
            results.append(.object(members))
        }
        return Answer(207, body: ["data": .array(results)])
    }

    /// The maximum number of records in a request.
    static let manyLimit = 100

    private func update(_ call: Call) async throws -> Answer {
        switch await draft(call) {
        case .failure(let refused): return refused.answer
        case .success(let draft):
            guard let record = try await state.update(id: call.path[4], with: draft) else {
                return Self.failure(404, text: "not found")
            }
            return Answer(200, body: shown(record))
        }
    }

    private func delete(_ call: Call) async throws -> Answer {
        guard let user = await state.user(token: call.bearer) else { return unauthorized(call.bearer) }
        let deleted = try await state.delete(id: call.path[4], user: user, api: "inform", type: call.path[3])
        guard let deleted else { return Self.failure(404, text: "not found") }
        return Answer(200, body: shown(deleted, deletedAt: .string(Instant.format(Date()))))
    }

    private func draft(_ call: Call) async -> Result<RecordDraft, Refusal> {
        await admit(call).flatMap { draft($0.1, of: $0.0, type: call.path[3]) }
    }

    /// Authenticates a request and parses its object.
    private func admit(_ call: Call) async -> Result<(SimulatedUser, JSONValue), Refusal> {
        guard let user = await state.user(token: call.bearer) else {
            return .failure(Refusal(unauthorized(call.bearer)))
        }
        guard call.contentType?.hasPrefix("application/json") == true else {
            return .failure(Refusal(Self.failure(415, text: "Content-Type must be application/json")))
        }
        guard let content = try? JSONValue(parsing: call.body), content.object != nil else {
            return .failure(Refusal(Self.failure(400, text: "the body is not a JSON object")))
        }
        return .success((user, content))
    }

    private func draft(_ content: JSONValue, of user: SimulatedUser, type: String) -> Result<RecordDraft, Refusal> {
        let problems = InformShape.problems(of: content, type: Self.types[type] ?? "")
        guard problems.isEmpty, let logID = content["log_id"]?.string else {
            return .failure(Refusal(Answer(422, body: ["errors": .object(problems.mapValues { [.string($0)] })])))
        }
        return .success(RecordDraft(api: "inform", user: user, type: type, logID: logID, content: content))
    }

    // MARK: Reading

    private func user(_ call: Call) async -> Answer {
        guard let user = await reader(call) else { return unauthorized(call.query["token"]) }
        return Answer(
            200,
            body: [
                "id": .string(user.id), "uid": .string(user.uid), "status": "active", "sources": [],
                "mobile": ["token": .string(user.token)], "location": ["timezone": "UTC", "country_code": nil],
            ]
        )
    }

    private func list(_ call: Call) async -> Answer {
        guard let user = await reader(call) else { return unauthorized(call.query["token"]) }
        let today = Instant.day(Date())
        guard let start = Instant.day(call.query["start_date"] ?? today),
            let end = Instant.day(call.query["end_date"] ?? today), start <= end,
            end.timeIntervalSince(start) <= 30 * 86_400
        else { return Self.failure(400, text: "start_date and end_date must be days, at most 30 apart") }
        guard let records = await state.list(user: user, type: call.path[4], api: "inform") else {
            return Self.failure(404, text: "not found")
        }
        let within = records.filter { record in
            guard let time = record.content["start_time"]?.string.flatMap(Instant.parse) else { return false }
            return time >= start && time < end.addingTimeInterval(86_400)
        }
        return Answer(200, body: ["data": .array(within.map { shown($0) })])
    }

    /// The user of a path, if the token in the query belongs to that user.
    private func reader(_ call: Call) async -> SimulatedUser? {
        guard let user = await state.user(token: call.query["token"]), user.organization == call.path[1],
            user.uid == call.path[3]
        else { return nil }
        return user
    }

    func unauthorized(_ token: String?) -> Answer {
        token == nil
            ? Answer(403, body: ["message": "Invalid authentication credentials"])
            : Self.failure(401, text: "Token is not authorized to access organization")
    }

    private func shown(_ record: SimulatedRecord, deletedAt: JSONValue = nil) -> JSONValue {
        var members = record.content.object ?? [:]
        members["id"] = .string(record.id)
        members["deleted_at"] = deletedAt
        members["user"] = [
            "organization_id": .string(record.organization), "uid": .string(record.user),
            "user_id": .string(SimulatedUser(organization: record.organization, uid: record.user, token: "").id),
        ]
        return .object(members)
    }
}

extension InformAPI {
    /// Whether the path is that for images, which is a convention of this simulator, since none is public.
    func isImage(_ call: Call) -> Bool { call.path == ["connect", "provider", "media"] }

    /// Adds an image to a record.
    func addImage(_ call: Call) async throws -> Answer {
        guard let user = await state.user(token: call.bearer) else { return unauthorized(call.bearer) }
        guard let form = MultipartBody(call.body, contentType: call.contentType) else {
            return Self.failure(415, text: "the body is not multipart/form-data")
        }
        let record = await state.record(logID: form.text("log_id") ?? "", of: user)
        if let (status, field, text) = ImageShape.problem(of: form, record: record, idField: "log_id") {
            return Answer(status, body: ["errors": [field: [.string(text)]]])
        }
        guard let record, let id = form.text("image_id") else { return Self.failure(422, text: "no image") }
        let content = ImageShape.content(of: form, record: record)
        let draft = RecordDraft(api: "inform", user: user, type: ImageShape.type, logID: id, content: content)
        switch try await state.accept(draft) {
        case .created(let image): return Answer(201, body: Self.shown(image, record: record))
        case .changed(let image), .unchanged(let image): return Answer(200, body: Self.shown(image, record: record))
        case .conflict: return Answer(409, body: ["errors": ["image_id": [.string("\(id) has already been taken")]]])
        }
    }

    private static func shown(_ image: SimulatedRecord, record: SimulatedRecord) -> JSONValue {
        [
            "id": .string(image.id), "url": ImageShape.url(image.id), "image_id": .string(image.logID),
            "log_id": .string(record.logID),
        ]
    }
}
