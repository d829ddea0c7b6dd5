/// What a configured command is run for.
enum HookEvent: String, Sendable, Hashable, CaseIterable {
    /// A device waits for somebody to measure.
    case ready
    /// A device was read.
    case read
    /// A reading failed.
    case failed

    /// The configuration key of its command.
    var key: String { "hook.\(rawValue)" }
}
