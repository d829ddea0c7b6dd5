/// What a destination does with a log id that it may already know, which decides how to treat a possibly sent record.
public enum RepeatPolicy: String, Sendable, Hashable, CaseIterable {
    /// It replaces the record, so a repeat is harmless.
    case upsert
    /// It refuses the second one with 409, so a repeat is harmless.
    case refuses
    /// It would create a second record, but its list shows its log ids.
    case lookup
    /// It would create a second record and cannot be asked.
    case blind
    /// It stores one record with a version for each request, and can say whether it has this revision.
    case versions

    /// Whether a repeated request is harmless at the destination.
    public var toleratesRepeats: Bool { self == .upsert || self == .refuses }

    /// Whether a possibly sent record must be looked up before it is sent again.
    public var looksUp: Bool { self == .lookup || self == .versions }
}
