import MessageBus

extension TopicDescriptor {
    /// Whether the payload is plain text.
    var isPlain: Bool { if case .words = content { true } else { false } }

    /// Reads an example with the compiled type and writes it again.
    func roundTrip(_ bytes: [UInt8]) throws -> [UInt8] {
        guard case .envelope(let roundTrip) = content else { return bytes }
        return try roundTrip(bytes)
    }
}
