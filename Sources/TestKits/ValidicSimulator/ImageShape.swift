import Foundation
import SimulatedServer

/// The validation of an image added to a record.
///
/// How the real service accepts images is not public; all rules are inferred.
enum ImageShape {
    /// The type under which the simulator keeps images.
    static let type = "media"
    /// The maximum size of an image in bytes.
    static let limit = 10_000_000
    /// The maximum size of an image whose bytes are kept for tests to inspect.
    static let keptLimit = 65_536

    /// The problem with a form, as a status and words; nil if it is valid.
    static func problem(of form: MultipartBody, record: SimulatedRecord?, idField: String) -> (Int, String, String)? {
        guard let image = form["image"], image.filename?.isEmpty == false else {
            return (422, "image", "can't be blank")
        }
        guard let type = image.contentType, let magic = magics[type] else {
            return (415, "image", "must be image/jpeg or image/png")
        }
        guard image.content.count <= limit else { return (413, "image", "is too large") }
        guard image.content.starts(with: magic) else { return (422, "image", "is not \(type)") }
        guard form.text("image_id")?.isEmpty == false else { return (422, "image_id", "can't be blank") }
        guard form.text(idField) != nil else { return (422, idField, "can't be blank") }
        guard let record else { return (422, idField, "is unknown") }
        if let id = form.text("record_id"), id != record.id { return (422, "record_id", "is another record's") }
        return nil
    }

    /// The stored content of an image.
    static func content(of form: MultipartBody, record: SimulatedRecord) -> JSONValue {
        guard let image = form["image"] else { return nil }
        return [
            "record": .string(record.id), "log_id": .string(record.logID),
            "content_type": .string(image.contentType ?? ""),
            "size": .integer(image.content.count), "filename": .string(image.filename ?? ""),
            "data": image.content.count <= keptLimit ? .string(image.content.base64EncodedString()) : nil,
        ]
    }

    /// The URL of an image in answers.
    static func url(_ id: String) -> JSONValue { .string("https://media.invalid/\(id)") }

    private static let magics: [String: [UInt8]] = [
        "image/jpeg": [0xFF, 0xD8, 0xFF], "image/png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
    ]
}
