import SimulatedServer

/// The type and id of a resource.
struct ResourceName: Hashable, Sendable {
    let type: String
    let id: String

    init(type: String, id: String) {
        self.type = type
        self.id = id
    }

    /// The name in a relative reference, ignoring its version; nil for any other text.
    init?(reference: String) {
        let parts = reference.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 || (parts.count == 4 && parts[2] == "_history"), let first = parts[0].first,
            first.isUppercase, !parts[0].contains(":"), !parts[0].contains("?")
        else { return nil }
        self.init(type: parts[0], id: parts[1])
    }

    var reference: String { "\(type)/\(id)" }
}

/// A version of a resource, which is also a line of the journal.
struct StoredVersion: Codable, Hashable, Sendable {
    let type: String
    let id: String
    let version: Int
    /// The resource without version and time; nil if it was deleted.
    let content: JSONValue?
    /// Time of acceptance in milliseconds since 1970.
    let at: Int64

    var name: ResourceName { ResourceName(type: type, id: id) }
}

/// Every version of every resource; performs no I/O.
struct ResourceStore: Sendable {
    private(set) var versions: [ResourceName: [StoredVersion]] = [:]
    private(set) var names: [ResourceName] = []

    func newest(_ name: ResourceName) -> StoredVersion? { versions[name]?.last }

    mutating func apply(_ version: StoredVersion) {
        if versions[version.name] == nil { names.append(version.name) }
        versions[version.name, default: []].append(version)
    }

    /// The existing resources of a type that match a search, in order of creation.
    ///
    /// - Parameter before: Versions accepted after this time, in milliseconds since 1970, are not visible yet.
    func matches(_ type: String, query: [String: String], before: Int64 = .max) -> [StoredVersion] {
        let candidates =
            query["_id"].map { list in Self.parts(list).map { ResourceName(type: type, id: $0) } }
            ?? names.filter { $0.type == type }
        return candidates.compactMap { newest($0) }.filter { version in
            guard let content = version.content, version.at <= before else { return false }
            return Self.fulfils(content, query: query)
        }
    }

    private static func fulfils(_ content: JSONValue, query: [String: String]) -> Bool {
        query.allSatisfy { name, value in
            switch name {
            case "identifier": parts(value).contains { hasIdentifier(content, token: $0) }
            case "patient", "subject": parts(value).contains { isAbout(content, patient: $0) }
            case "code": parts(value).contains { token in codes(content).contains { Self.fits($0, token: token) } }
            // Like a lenient server, ignores unknown parameters.
            default: true
            }
        }
    }

    private static func parts(_ list: String) -> [String] {
        list.split(separator: ",").map(String.init)
    }

    static func hasIdentifier(_ content: JSONValue, token: String) -> Bool {
        (content["identifier"]?.array ?? []).contains { one in
            fits((one["system"]?.string ?? "", one["value"]?.string ?? ""), token: token)
        }
    }

    private static func isAbout(_ content: JSONValue, patient: String) -> Bool {
        let reference = content["subject"]?["reference"]?.string
        return reference == patient || reference == "Patient/\(patient)"
    }

    private static func codes(_ content: JSONValue) -> [(String, String)] {
        (content["code"]?["coding"]?.array ?? []).map { ($0["system"]?.string ?? "", $0["code"]?.string ?? "") }
    }

    /// Whether a system and value match a search token: `value`, `|value`, `system|value` or `system|`.
    private static func fits(_ pair: (system: String, value: String), token: String) -> Bool {
        let parts = token.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return pair.value == token }
        return pair.system == parts[0] && (parts[1].isEmpty || pair.value == parts[1])
    }
}
