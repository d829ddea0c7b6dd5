/// The checked configuration of one process: every value has the kind and lies in the range that its key declares.
public struct ActorConfiguration: Sendable {
    /// The actor that it was read for.
    public let actor: String
    let entries: [String: ConfigurationEntry]

    /// Makes a configuration of checked entries.
    init(actor: String, entries: [String: ConfigurationEntry]) {
        self.actor = actor
        self.entries = entries
    }

    /// The keys that have a value.
    public var names: [String] { entries.keys.sorted() }

    /// Where a key's value comes from, in words; nil when it has none.
    public func origin(_ name: String) -> String? { entries[name].map(\.origin.description) }
}
