import Foundation
import SimulatedServer

/// The writes of one request, which take effect only when the store applies all of them.
struct WriteSession {
    /// A result of a write.
    struct Written {
        let status: Int
        let version: StoredVersion
    }

    let store: ResourceStore
    /// The state that conditional creates search, which is an earlier one if the server races.
    let seen: ResourceStore
    let behaviour: FHIRBehaviour
    let now: Int64
    private(set) var added: [StoredVersion] = []

    init(store: ResourceStore, seen: ResourceStore, behaviour: FHIRBehaviour, now: Int64) {
        self.store = store
        self.seen = seen
        self.behaviour = behaviour
        self.now = now
    }

    func newest(_ name: ResourceName) -> StoredVersion? {
        added.last { $0.name == name } ?? store.newest(name)
    }

    // MARK: Creating

    /// The resource that a conditional create finds; nil if it must create one.
    func present(_ type: String, condition: String?) throws(Refusal) -> StoredVersion? {
        guard let condition, behaviour.conditionalCreate else { return nil }
        let query = References.query(condition)
        guard !query.isEmpty else { throw .outcome(412, code: "invalid", text: "If-None-Exist is not a search") }
        let found = seen.matches(type, query: query, before: now - Int64(behaviour.searchLag))
        guard found.count <= 1 else {
            throw .outcome(412, code: "multiple-matches", text: "If-None-Exist finds \(found.count) resources")
        }
        return found.first
    }

    mutating func create(_ type: String, id: String, content: JSONValue) throws(Refusal) -> Written {
        try ResourceShape.check(content, type: type, behaviour: behaviour)
        return Written(status: 201, version: add(ResourceName(type: type, id: id), content: content))
    }

    // MARK: Changing

    /// Writes a resource under its id.
    ///
    /// - Parameter match: The version that must be the newest, as in `If-Match`.
    mutating func put(_ name: ResourceName, content: JSONValue, match: String? = nil) throws(Refusal) -> Written {
        try ResourceShape.check(id: name.id)
        try ResourceShape.check(content, type: name.type, behaviour: behaviour)
        guard content["id"]?.string == name.id else {
            throw .outcome(400, code: "value", text: "The id of the resource is not that of the address")
        }
        let present = newest(name)
        try check(present, match: match)
        if present == nil, !behaviour.updateCreate {
            throw .outcome(405, code: "not-supported", text: "This server makes its own ids: create with POST")
        }
        let stored = Self.plain(content, id: name.id)
        if let present, present.content == stored, !behaviour.equalPutMakesVersion {
            return Written(status: 200, version: present)
        }
        let status = present?.content == nil ? 201 : 200
        return Written(status: status, version: add(name, content: content))
    }

    /// Writes the one resource that a search finds, or a new one.
    mutating func put(_ type: String, where query: [String: String], content: JSONValue) throws(Refusal) -> Written {
        let found = store.matches(type, query: query)
        guard found.count <= 1 else {
            throw .outcome(412, code: "multiple-matches", text: "The search finds \(found.count) resources")
        }
        let id = found.first?.id ?? content["id"]?.string ?? Self.newID()
        var members = content.object ?? [:]
        members["id"] = .string(id)
        return try put(ResourceName(type: type, id: id), content: .object(members))
    }

    mutating func delete(_ name: ResourceName) -> Written? {
        guard let present = newest(name), present.content != nil else { return nil }
        return Written(status: 204, version: add(name, content: nil))
    }

    /// Refuses references to resources that would not exist.
    func checkReferences() throws(Refusal) {
        guard behaviour.checksReferences else { return }
        for version in added {
            if let content = version.content { try References.check(content, newest: newest) }
        }
    }

    static func newID() -> String { UUID().uuidString.lowercased() }

    private func check(_ present: StoredVersion?, match: String?) throws(Refusal) {
        guard let match, match != "W/\"\(present?.version ?? 0)\"" else { return }
        throw .outcome(412, code: "conflict", text: "The newest version is another one than If-Match says")
    }

    private mutating func add(_ name: ResourceName, content: JSONValue?) -> StoredVersion {
        let version = StoredVersion(
            type: name.type,
            id: name.id,
            version: (newest(name)?.version ?? 0) + 1,
            content: content.map { Self.plain($0, id: name.id) },
            at: now
        )
        added.append(version)
        return version
    }

    /// The content to store: with its id, without the members that the server writes itself.
    private static func plain(_ content: JSONValue, id: String) -> JSONValue {
        var members = content.object ?? [:]
        members["id"] = .string(id)
        var meta = members["meta"]?.object ?? [:]
        meta["versionId"] = nil
        meta["lastUpdated"] = nil
        members["meta"] = meta.isEmpty ? nil : .object(meta)
        return .object(members)
    }
}
