internal import MessageBus

/// A server's reasons for a refusal (FHIR R4, OperationOutcome).
struct FHIROutcome {
    /// The most issues that are reported.
    private static let issueLimit = 3
    /// The most characters that are used of an issue.
    private static let textLimit = 1_000

    let json: JSONValue

    /// Reads a body; nil unless it is a FHIR resource.
    init?(_ bytes: [UInt8]) {
        // Absent is nil: it is not a FHIR resource.
        guard let json = try? WireJSON.decode(JSONValue.self, from: bytes), json["resourceType"]?.text != nil else {
            return nil
        }
        self.json = json
    }

    /// Wraps an outcome that was parsed as part of a bundle.
    init(_ json: JSONValue) { self.json = json }

    /// The texts of its issues, on one line and shortened; nil without texts.
    ///
    /// - Parameter secrets: Texts to leave out: a record's values, a patient's identifier.
    func words(without secrets: [String]) -> String? {
        let issues = json["issue"]?.items ?? []
        let told = issues.filter { $0["severity"]?.text != "information" }
        let texts = (told.isEmpty ? issues : told).prefix(Self.issueLimit).compactMap { issue in
            [issue["details"]?["text"], issue["diagnostics"], issue["code"]].compactMap { $0?.text }.first {
                !$0.isEmpty
            }
        }.map { String($0.prefix(Self.textLimit)) }
        guard !texts.isEmpty else { return nil }
        return APIBody.short(secrets.reduce(texts.joined(separator: "; ")) { Self.hide($1, in: $0) })
    }

    /// A text with each separate occurrence of a word replaced: 12 is not hidden in 123 or 0.12.
    static func hide(_ secret: String, in text: String) -> String {
        guard !secret.isEmpty else { return text }
        let (text, secret) = (Array(text), Array(secret))
        var (result, index) = ("", 0)
        while index < text.count {
            let end = index + secret.count  // In range: counts in memory.
            let isHere = end <= text.count && Array(text[index..<end]) == secret
            if isHere, !isPart(text, before: index), !isPart(text, after: end) {
                result += "…"
                index = end
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result
    }

    private static func isPart(_ text: [Character], before index: Int) -> Bool {
        guard index > 0 else { return false }
        let last = text[index - 1]
        return last.isLetter || last.isNumber || (last == "." && index > 1 && text[index - 2].isNumber)
    }

    private static func isPart(_ text: [Character], after index: Int) -> Bool {
        guard index < text.count else { return false }
        let next = text[index]
        return next.isLetter || next.isNumber || (next == "." && index + 1 < text.count && text[index + 1].isNumber)
    }
}
