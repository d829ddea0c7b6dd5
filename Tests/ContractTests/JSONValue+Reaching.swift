import MessageBus

extension JSONValue {
    var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    /// The value at a path of keys.
    func at(_ keys: String...) -> JSONValue? {
        keys.reduce(self as JSONValue?) { value, key in value?[key] }
    }

    /// The value with one part changed; nil removes it.
    func setting(_ path: ArraySlice<JSONStep>, to new: JSONValue?) -> JSONValue {
        guard let step = path.first else { return new ?? .null }
        let rest = path.dropFirst()
        switch (step, self) {
        case (.key(let key), .object(var members)):
            members[key] = rest.isEmpty ? new : members[key]?.setting(rest, to: new)
            return .object(members)
        case (.index(let index), .array(var elements)) where elements.indices.contains(index):
            elements[index] = elements[index].setting(rest, to: new)
            return .array(elements)
        default:
            return self
        }
    }
}
