internal import ActorRuntime

/// The existing things of one kind, to resolve a name that a person typed.
struct KnownNames: Sendable {
    /// A thing with its id and names.
    struct Thing: Sendable, Hashable {
        let id: String
        /// Its other names, such as that of its model.
        var names: [String] = []

        /// The id with its first name.
        var text: String { names.first.map { "\(id) (\(EventLine.plain($0)))" } ?? id }
    }

    /// The most things listed if none matches.
    private static let listed = 12

    /// The kind in words, for example `seat`.
    let kind: String
    let things: [Thing]
    /// Whether a unique prefix of an id is accepted.
    var takesPrefixes = true
    /// The command that lists the things.
    var wayOut: String?

    /// Resolves a thing by its id, a prefix of its id, or words of its name.
    ///
    /// - Throws: ``CommandFailure`` that lists the existing names and the closest one.
    func pick(_ text: String) throws -> String {
        if let exact = things.first(where: { $0.id == text }) { return exact.id }
        let wanted = text.lowercased()
        if takesPrefixes, !wanted.isEmpty {
            let begun = things.filter { $0.id.lowercased().hasPrefix(wanted) }
            if begun.count == 1 { return begun[0].id }
            if begun.count > 1 { throw several(text, found: begun) }
        }
        let called = things.filter { $0.isCalled(wanted) }
        if called.count == 1 { return called[0].id }
        if called.count > 1 { throw several(text, found: called) }
        throw unknown(text)
    }

    private func several(_ text: String, found: [Thing]) -> CommandFailure {
        .input("'\(Self.short(text))' is more than one \(kind): \(Self.list(found))")
    }

    private func unknown(_ text: String) -> CommandFailure {
        let near = NearestName.nearest(text, among: things.map(\.id))
        var words = "unknown \(kind) '\(Self.short(text))'"
        words += near.isEmpty ? "; there " : "; did you mean \(near.joined(separator: " or "))? There "
        words += things.isEmpty ? "are none yet" : "\(things.count == 1 ? "is" : "are") \(Self.list(things))"
        if let wayOut { words += ": \(wayOut)" }
        return CommandFailure("notFound", message: words, exitCode: 65)
    }

    private static func list(_ things: [Thing]) -> String {
        let more = things.count > listed ? " and \(things.count - listed) more" : ""
        return things.prefix(listed).map(\.text).joined(separator: ", ") + more
    }

    private static func short(_ text: String) -> String { EventLine.plain(String(text.prefix(64))) }
}

extension KnownNames.Thing {
    /// Whether every word is a prefix of a word in one of its names.
    fileprivate func isCalled(_ wanted: String) -> Bool {
        let words = Spelling.words(wanted)
        guard !words.isEmpty else { return false }
        return names.contains { name in
            let own = Spelling.words(name)
            return words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
        }
    }
}

/// Comparison of words.
enum Spelling {
    /// The words of a name, in lower case.
    static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
