import SimulatedServer

/// A bundle of requests that are carried out atomically.
struct Transaction {
    /// One request of the bundle.
    struct Entry {
        let method: String
        /// The type, and the id if the address has one.
        let type: String
        var id: String?
        let query: [String: String]
        let fullURL: String?
        let condition: String?
        let match: String?
        var content: JSONValue?
        /// The resource that a conditional create found.
        var present: StoredVersion?
    }

    private(set) var entries: [Entry] = []

    init(_ bundle: JSONValue) throws(Refusal) {
        for (index, value) in (bundle["entry"]?.array ?? []).enumerated() {
            guard let method = value["request"]?["method"]?.string, let url = value["request"]?["url"]?.string,
                ["DELETE", "POST", "PUT"].contains(method)
            else { throw .outcome(400, code: "invalid", text: "Entry \(index) has no request that this server knows") }
            let address = url.split(separator: "?", maxSplits: 1).map(String.init)
            let parts = (address.first ?? "").split(separator: "/").map(String.init)
            guard let type = parts.first, ResourceShape.types.contains(type), parts.count <= 2 else {
                throw .outcome(404, code: "not-supported", text: "Entry \(index): no resources at \(url)")
            }
            entries.append(
                Entry(
                    method: method,
                    type: type,
                    id: parts.count == 2 ? parts[1] : nil,
                    query: address.count == 2 ? References.query(url) : [:],
                    fullURL: value["fullUrl"]?.string,
                    condition: value["request"]?["ifNoneExist"]?.string,
                    match: value["request"]?["ifMatch"]?.string,
                    content: value["resource"]
                )
            )
        }
        try checkNames()
    }

    private func checkNames() throws(Refusal) {
        let names = entries.filter { $0.method != "POST" }.compactMap { entry in entry.id.map { "\(entry.type)/\($0)" }
        }
        guard Set(names).count == names.count else {
            throw .outcome(400, code: "invalid", text: "The transaction writes a resource twice")
        }
    }

    /// Carries out all requests in the session.
    ///
    /// - Returns: The results in the order of the entries; nil for a deletion of a missing resource.
    mutating func run(in session: inout WriteSession) throws(Refusal) -> [WriteSession.Written?] {
        try name(in: session)
        let names = Dictionary(
            entries.compactMap { entry in entry.fullURL.map { ($0, "\(entry.type)/\(entry.id ?? "")") } }
        ) { first, _ in first }
        for index in entries.indices {
            guard let content = entries[index].content else { continue }
            entries[index].content = try References.replaced(in: content) { (reference) throws(Refusal) in
                if let name = names[reference] { return name }
                return reference.contains("?") ? try Self.found(reference, in: session.store) : nil
            }
        }
        var results: [WriteSession.Written?] = Array(repeating: nil, count: entries.count)
        for method in ["DELETE", "POST", "PUT"] {
            for (index, entry) in entries.enumerated() where entry.method == method {
                results[index] = try Self.write(entry, in: &session)
            }
        }
        try session.checkReferences()
        return results
    }

    /// Assigns each entry an id, so that references to it in other entries can be replaced.
    private mutating func name(in session: WriteSession) throws(Refusal) {
        for index in entries.indices {
            let entry = entries[index]
            if entry.method == "POST" {
                entries[index].present = try session.present(entry.type, condition: entry.condition)
                entries[index].id = entries[index].present?.id ?? WriteSession.newID()
            } else if entry.id == nil {
                let found = session.store.matches(entry.type, query: entry.query)
                guard !entry.query.isEmpty, found.count <= 1 else {
                    throw .outcome(412, code: "multiple-matches", text: "The search finds \(found.count) resources")
                }
                entries[index].id = found.first?.id ?? WriteSession.newID()
            }
        }
    }

    /// Resolves a conditional reference.
    private static func found(_ reference: String, in store: ResourceStore) throws(Refusal) -> String {
        let type = String(reference.split(separator: "?").first ?? "")
        let found = store.matches(type, query: References.query(reference))
        guard found.count == 1 else {
            throw .outcome(412, code: "not-found", text: "\(found.count) resources are \(reference)")
        }
        return found[0].name.reference
    }

    private static func write(
        _ entry: Entry,
        in session: inout WriteSession
    ) throws(Refusal) -> WriteSession.Written? {
        let name = ResourceName(type: entry.type, id: entry.id ?? "")
        if entry.method == "DELETE" { return session.delete(name) }
        if let present = entry.present { return WriteSession.Written(status: 200, version: present) }
        guard var members = entry.content?.object else {
            throw .outcome(400, code: "required", text: "An entry has no resource")
        }
        if entry.method == "POST" { return try session.create(name.type, id: name.id, content: .object(members)) }
        if !entry.query.isEmpty { members["id"] = .string(name.id) }
        return try session.put(name, content: .object(members), match: entry.match)
    }
}
