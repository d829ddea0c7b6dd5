import Foundation

/// A strictly parsed `multipart/form-data` body.
struct MultipartBody: Sendable {
    /// A part of the form.
    struct Part: Sendable {
        let name: String
        let filename: String?
        let contentType: String?
        let content: Data
    }

    let parts: [Part]

    /// Parses a body; nil if the header has no boundary or the body violates it.
    init?(_ body: Data, contentType: String?) {
        guard let contentType, contentType.hasPrefix("multipart/form-data; boundary="),
            let boundary = contentType.split(separator: "=", maxSplits: 1).last, (1...70).contains(boundary.utf8.count)
        else { return nil }
        let (first, next) = (Data("--\(boundary)\r\n".utf8), Data("\r\n--\(boundary)".utf8))
        guard body.starts(with: first) else { return nil }
        var (rest, parts, isOver) = (body.dropFirst(first.count), [Part](), false)
        while !isOver {
            guard let end = rest.range(of: next), let part = Self.part(rest[..<end.lowerBound]) else { return nil }
            parts.append(part)
            rest = rest[end.upperBound...]
            isOver = rest.elementsEqual("--\r\n".utf8)
            guard isOver || rest.starts(with: "\r\n".utf8) else { return nil }
            if !isOver { rest = rest.dropFirst(2) }
        }
        guard Set(parts.map(\.name)).count == parts.count else { return nil }
        self.parts = parts
    }

    /// The part with a name; nil if absent.
    subscript(name: String) -> Part? { parts.first { $0.name == name } }

    /// The text of a field; nil if absent or not UTF-8.
    func text(_ name: String) -> String? { self[name].flatMap { String(data: $0.content, encoding: .utf8) } }

    private static func part(_ bytes: Data) -> Part? {
        guard let gap = bytes.range(of: Data("\r\n\r\n".utf8)),
            let head = String(data: bytes[..<gap.lowerBound], encoding: .utf8)
        else { return nil }
        let lines = head.components(separatedBy: "\r\n")
        guard let disposition = lines.first(where: { $0.hasPrefix("Content-Disposition: form-data; ") }),
            let name = parameter("name", in: disposition)
        else { return nil }
        let prefix = "Content-Type: "
        return Part(
            name: name,
            filename: parameter("filename", in: disposition),
            contentType: lines.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) },
            content: Data(bytes[gap.upperBound...])
        )
    }

    private static func parameter(_ name: String, in line: String) -> String? {
        guard let start = line.range(of: "; \(name)=\"") else { return nil }
        let rest = line[start.upperBound...]
        return rest.firstIndex(of: "\"").map { String(rest[..<$0]) }
    }
}
