internal import MessageBus

/// What takes the decoded content of messages, by their names.
struct Receivers {
    /// The receivers.
    private(set) var byName: [String: @Sendable ([UInt8]) throws -> Void] = [:]

    /// Adds the receiver of a message.
    mutating func on<Payload>(_ topic: Topic<Payload>, _ take: @escaping @Sendable (Payload) throws -> Void) {
        byName[topic.descriptor.name] = { try take(Envelope<Payload>.decode($0).data) }
    }
}
