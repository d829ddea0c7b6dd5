/// What a destination does with a log id that it may know already, and so what to do with a possibly sent record.
public enum RepeatPolicy: String, Sendable, Hashable, CaseIterable {
    /// It replaces the record: sending again is harmless.
    case upsert
    /// It refuses the second one with 409: sending again is harmless.
    case refuses
    /// It would make a second record, but its list tells which log ids it has.
    case lookup
    /// It would make a second record and cannot be asked.
    case blind
    /// It makes one record of all requests and a version of each, and tells whether it has this very revision.
    case versions

    /// Whether the destination itself makes nothing of a request that arrives twice.
    public var toleratesRepeats: Bool { self == .upsert || self == .refuses }

    /// Whether a record that was possibly sent is looked up before anything more of it is sent.
    public var looksUp: Bool { self == .lookup || self == .versions }
}
