import Foundation

extension InformAPI {
    /// Whether the path is the one for images: by this simulator's own convention, since none is public.
    func isImage(_ call: Call) -> Bool { call.path == ["connect", "provider", "media"] }

    /// Adds an image to a record.
    func addImage(_ call: Call) async throws -> Answer {
        guard let user = await state.user(token: call.bearer) else { return unauthorized(call.bearer) }
        guard let form = MultipartBody(call.body, contentType: call.contentType) else {
            return Self.failure(415, "the body is not multipart/form-data")
        }
        let record = await state.record(logID: form.text("log_id") ?? "", of: user)
        if let (status, field, text) = ImageShape.problem(of: form, record: record, idField: "log_id") {
            return Answer(status, ["errors": [field: [.string(text)]]])
        }
        guard let record, let id = form.text("image_id") else { return Self.failure(422, "no image") }
        let content = ImageShape.content(of: form, record: record)
        let draft = RecordDraft(api: "inform", user: user, type: ImageShape.type, logID: id, content: content)
        switch try await state.accept(draft) {
        case .created(let image): return Answer(201, Self.shown(image, record))
        case .changed(let image), .unchanged(let image): return Answer(200, Self.shown(image, record))
        case .conflict: return Answer(409, ["errors": ["image_id": [.string("\(id) has already been taken")]]])
        }
    }

    private static func shown(_ image: SimulatedRecord, _ record: SimulatedRecord) -> JSONValue {
        [
            "id": .string(image.id), "url": ImageShape.url(image.id), "image_id": .string(image.logID),
            "log_id": .string(record.logID),
        ]
    }
}
