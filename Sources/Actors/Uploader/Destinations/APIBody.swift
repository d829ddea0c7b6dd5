internal import DeliveryRules
internal import MessageBus

/// An answer's JSON object, read without trusting it.
struct APIBody {
    /// The longest text of the server that is passed on, in bytes.
    static let textLimit = 256

    let json: JSONValue

    /// Reads a body; nil unless it is a JSON object.
    init?(_ bytes: [UInt8]) {
        // Absent is nil: an answer that is not a JSON object has no meaning.
        guard let json = try? WireJSON.decode(JSONValue.self, from: bytes), case .object = json else { return nil }
        self.json = json
    }

    /// Wraps an object that was parsed with others.
    init(_ json: JSONValue) {
        self.json = json
    }

    /// Whether it has the shape of the APIs' errors: `errors`, `error` or `message`.
    var isError: Bool { ["errors", "error", "message"].contains { json[$0] != nil && json[$0] != .null } }

    /// The server's own code and words, cut short and on one line.
    var words: String? {
        let texts = ["message", "error", "errors"].flatMap { json[$0].map { Self.texts($0) } ?? [] }
        guard !texts.isEmpty else { return nil }
        let code = json["code"].flatMap { value in
            if case .number(let number) = value { "\(number)" } else { value.text }
        }
        return Self.short(([code].compactMap(\.self) + texts).joined(separator: "; "))
    }

    /// Whether the error speaks of a record's log id: by its value, or by one of the names of its field.
    func mentions(_ logID: String, fields: [String]) -> Bool {
        guard let errors = json["errors"] ?? json["error"] ?? json["message"] else { return false }
        if case .object(let members) = errors, fields.contains(where: { members[$0] != nil }) { return true }
        return Self.texts(errors).contains { text in text.contains(logID) || fields.contains { text.contains($0) } }
    }

    /// A text without control characters, cut to ``textLimit`` bytes.
    static func short(_ text: String) -> String {
        var result = ""
        for character in text {
            let plain = character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } ? character : " "
            guard result.utf8.count + plain.utf8.count <= textLimit else { break }
            result.append(plain)
        }
        return result
    }

    private static func texts(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text): text.isEmpty ? [] : [text]
        case .array(let values): values.prefix(8).flatMap(texts)
        case .object(let members):
            members.sorted { $0.key < $1.key }.prefix(8).flatMap { key, value in texts(value).map { "\(key): \($0)" } }
        default: []
        }
    }
}
