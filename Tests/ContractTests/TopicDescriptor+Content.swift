import MessageBus

extension TopicDescriptor {
    /// Whether the payload is plain text.
    var isPlain: Bool { if case .words = content { true } else { false } }
}
