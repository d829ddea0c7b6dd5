/// The checked configuration of one process: every value has the kind and range that its key declares.
public struct ActorConfiguration: Sendable {
    /// The actor that it belongs to.
    public let actor: String
    let entries: [String: ConfigurationEntry]

    /// Creates a configuration from checked entries.
    init(actor: String, entries: [String: ConfigurationEntry]) {
        self.actor = actor
        self.entries = entries
    }

    /// A description of the source of a key's value; nil if it has none.
    func origin(_ name: String) -> String? { entries[name].map(\.origin.description) }

    /// This machine's hub and the site that it has joined; nil if it reaches a broker in another way.
    var membership: JoinedHub? {
        guard case .membership(let hub, let site)? = entries[CommonSettings.busHost.key.name]?.origin else {
            return nil
        }
        return JoinedHub(hub: hub, site: site)
    }

    /// Whether the setting is configured, and not only by its declared default.
    public func isSet<Value>(_ setting: Setting<Value>) -> Bool {
        origin(setting.key.name).map { $0 != "default" } ?? false
    }
}

// Accessors for ``Setting``, through which all other code reads values.
extension ActorConfiguration {
    /// A text, an id, or the path of a `path` or `secretFile` key; nil when the key has no value.
    func stringIfSet(_ name: String) throws -> String? {
        guard case .string(let value)? = entries[name]?.value else { return try absent(name, wanted: "a text") }
        return value
    }

    /// A text, an id or a path.
    ///
    /// - Throws: ``RuntimeError`` `configuration` when the key has no value.
    func string(_ name: String) throws -> String { try required(stringIfSet(name), name: name) }

    /// A whole number; nil when the key has no value.
    func intIfSet(_ name: String) throws -> Int? {
        guard case .int(let value)? = entries[name]?.value else { return try absent(name, wanted: "a whole number") }
        return value
    }

    /// A whole number.
    ///
    /// - Throws: ``RuntimeError`` `configuration` when the key has no value.
    func int(_ name: String) throws -> Int { try required(intIfSet(name), name: name) }

    /// A switch; off when the key has no value.
    func bool(_ name: String) throws -> Bool {
        guard case .bool(let value)? = entries[name]?.value else {
            return try absent(name, wanted: "true or false") ?? false
        }
        return value
    }

    /// A duration; nil when the key has no value.
    func durationIfSet(_ name: String) throws -> Duration? {
        guard case .duration(let value)? = entries[name]?.value else { return try absent(name, wanted: "a duration") }
        return value
    }

    /// A duration.
    ///
    /// - Throws: ``RuntimeError`` `configuration` when the key has no value.
    func duration(_ name: String) throws -> Duration { try required(durationIfSet(name), name: name) }

    /// Texts; empty when the key has no value.
    func list(_ name: String) throws -> [String] {
        guard case .list(let value)? = entries[name]?.value else { return try absent(name, wanted: "a list") ?? [] }
        return value
    }

    /// Returns nil for a key without a value; reports one with a value of another kind.
    private func absent<Value>(_ name: String, wanted: String) throws -> Value? {
        guard entries[name] != nil else { return nil }
        throw RuntimeError(
            .configuration,
            message: "\(name) is not a \(wanted): \(actor) reads it with a different kind than it declares"
        )
    }

    private func required<Value>(_ value: Value?, name: String) throws -> Value {
        guard let value else {
            throw RuntimeError(.configuration, message: "\(name) has no value: set it for \(actor)")
        }
        return value
    }
}
