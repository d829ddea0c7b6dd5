import Foundation

extension LegacyAPI {
    /// Whether the path is the one for images: by this simulator's own convention, since none is public.
    func isImage(_ call: Call) -> Bool {
        call.path.count == 6 && call.path[1] == "organizations" && call.path[3] == "users" && call.path[5] == "media"
    }

    /// Adds an image to a record.
    func addImage(_ call: Call) async throws -> Answer {
        guard let form = MultipartBody(call.body, contentType: call.contentType) else {
            return Self.failure(415, "Unsupported Media Type", "The body is not multipart/form-data")
        }
        let user: SimulatedUser
        switch await admit(call, token: form.text("access_token")) {
        case .failure(let refused): return refused.answer
        case .success(let admitted): user = admitted
        }
        let record = await state.record(logID: form.text("activity_id") ?? "", of: user)
        if let (status, field, text) = ImageShape.problem(of: form, record: record, idField: "activity_id") {
            return Self.failure(status, "Unprocessable Entity", .string("\(field) \(text)"))
        }
        guard let record, let id = form.text("image_id") else { return Self.failure(422, "Unprocessable Entity", nil) }
        let content = ImageShape.content(of: form, record: record)
        let draft = RecordDraft(api: "legacy", user: user, type: ImageShape.type, logID: id, content: content)
        switch try await state.accept(draft) {
        case .created(let image): return Self.shown(image, code: 201)
        case .changed(let image), .unchanged(let image): return Self.shown(image, code: 200)
        case .conflict: return Self.failure(409, "Conflict", .string("image_id \(id) already exists"))
        }
    }

    private static func shown(_ image: SimulatedRecord, code: Int) -> Answer {
        Answer(
            code,
            [
                "code": .integer(code), "message": "Ok",
                "media": ["_id": .string(image.id), "url": ImageShape.url(image.id)],
            ]
        )
    }
}
