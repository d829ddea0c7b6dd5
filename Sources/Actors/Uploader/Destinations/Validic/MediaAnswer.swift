internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The meaning of an answer to an image's upload.
///
/// Its shape is not public; it is parsed like an answer to a record.
enum MediaAnswer {
    /// The longest address that is passed on, in bytes.
    private static let urlLimit = 2_048

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - reply: The answer.
    ///   - image: The image that was sent.
    ///   - idField: The name of the server's id.
    static func read(
        _ reply: DestinationReply,
        image: UploadGrant.Image,
        idField: String
    ) -> (DestinationAnswer, url: String?) {
        var answer = DestinationAnswer(status: reply.status, body: .foreign, retryAfter: reply.retryAfter)
        guard !reply.body.isEmpty else {
            answer.body = .empty
            return (answer, nil)
        }
        guard let body = APIBody(reply.body) else { return (answer, nil) }
        answer.apiMessage = body.words
        let shown =
            ["data", "media"].lazy.compactMap { name in
                body.json[name].flatMap { if case .object = $0 { $0 } else { nil } }
            }.first ?? body.json
        if (200...299).contains(reply.status) {
            answer.serverID = shown[idField]?.serverID
            answer.body = answer.serverID == nil && !body.isError ? .foreign : .api
            return (answer, shown["url"]?.text.flatMap(plain))
        }
        if body.isError { answer.body = .api }
        let words = body.words?.lowercased() ?? ""
        answer.saysBadCredentials =
            ["credential", "token", "unauthorized"].contains { words.contains($0) }
            || (body.json["code"] == .number(403) && body.json["message"]?.text == "Forbidden")
        answer.conflictsWithSameLogID = body.mentions(image.imageID.rawValue, fields: ["image_id"])
        return (answer, nil)
    }

    /// The text if it is a printable web address of a permitted length; nil otherwise.
    private static func plain(_ url: String) -> String? {
        let isPlain = url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isPlain && url.utf8.count <= urlLimit && (url.hasPrefix("https://") || url.hasPrefix("http://"))
            ? url : nil
    }
}
