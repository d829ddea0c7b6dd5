internal import FoundationEssentials
internal import Yams

/// A parsed configuration file: common keys and one section per actor.
struct ConfigurationFile: Sendable {
    /// A value with its place in the file.
    struct Entry: Sendable, Equatable {
        let raw: RawConfigurationValue
        let line: Int?
    }

    /// The limits of a file: its bytes and its number of values.
    static let sizeLimit = 1_048_576
    static let entryLimit = 10_000

    let path: String
    private(set) var common: [String: Entry] = [:]
    private(set) var sections: [String: [String: Entry]] = [:]
    private var count = 0

    /// Reads a file.
    ///
    /// - Throws: ``RuntimeError`` `configuration` naming the file and, if known, the line.
    static func read(_ path: String, actors: [String]) throws -> ConfigurationFile {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw RuntimeError(
                .configuration,
                message: "\(path) cannot be read: check that it exists and its permissions"
            )
        }
        guard data.count <= sizeLimit else {
            throw RuntimeError(
                .configuration,
                message: "\(path) is over \(sizeLimit) bytes, too large for a configuration file"
            )
        }
        return try ConfigurationFile(path: path, text: String(decoding: data, as: UTF8.self), actors: actors)
    }

    /// Parses YAML text.
    ///
    /// - Throws: ``RuntimeError`` `configuration`.
    init(path: String, text: String, actors: [String]) throws {
        self.path = path
        guard let root = try Self.compose(text, path: path), root.null == nil else { return }
        guard let mapping = root.mapping else {
            throw RuntimeError(.configuration, message: "\(path) is not a YAML mapping: write 'key: value' lines")
        }
        for (key, node) in mapping {
            let name = key.string ?? ""
            if actors.contains(name) {
                var section: [String: Entry] = [:]
                if node.null == nil { try flatten(node, name: "", entries: &section, isSection: name) }
                sections[name] = section
            } else {
                var found = common
                try flatten(node, name: name, entries: &found, isSection: nil)
                common = found
            }
        }
    }

    private mutating func flatten(
        _ node: Node,
        name: String,
        entries: inout [String: Entry],
        isSection section: String?
    ) throws {
        let line = node.mark?.line
        if let mapping = node.mapping {
            for (key, value) in mapping {
                let part = key.string ?? ""
                try flatten(value, name: name.isEmpty ? part : "\(name).\(part)", entries: &entries, isSection: section)
            }
            return
        }
        guard !name.isEmpty else {
            throw error(line, words: "the section '\(section ?? "")' must hold 'key: value' lines")
        }
        guard node.null == nil || node.scalar?.style != .plain else { return }
        count += 1
        guard count <= Self.entryLimit else { throw error(line, words: "more than \(Self.entryLimit) values") }
        guard entries.updateValue(Entry(raw: try raw(node, name: name, line: line), line: line), forKey: name) == nil
        else {
            throw error(line, words: "the key '\(name)' occurs twice")
        }
    }

    private func raw(_ node: Node, name: String, line: Int?) throws -> RawConfigurationValue {
        if let scalar = node.scalar { return .text(scalar.string) }
        let items = node.sequence.map { $0.map(\.scalar?.string) } ?? []
        guard !items.contains(nil), items.count <= Self.entryLimit else {
            throw error(line, words: "'\(name)' must be a list of texts")
        }
        return .list(items.compactMap(\.self))
    }

    private func error(_ line: Int?, words: String) -> RuntimeError {
        RuntimeError(.configuration, message: "\(ConfigurationOrigin.file(path, line: line)): \(words)")
    }

    private static func compose(_ text: String, path: String) throws -> Node? {
        do {
            return try Yams.compose(yaml: text)
        } catch let error as YamlError {
            throw RuntimeError(.configuration, message: "\(path)\(place(error))")
        }
    }

    /// The position and cause of a YAML error; never the text around it, which may be a secret.
    private static func place(_ error: YamlError) -> String {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            ":\(mark.line): the YAML is wrong: \(problem)"
        case .duplicatedKeysInMapping(let names, _): ": the key '\(names.first ?? "")' occurs twice"
        default: ": the YAML is wrong"
        }
    }
}
