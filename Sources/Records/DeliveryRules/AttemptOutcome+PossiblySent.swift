extension AttemptOutcome {
    /// Whether the destination may have the record although this outcome does not say so.
    public var isPossiblySent: Bool {
        switch self {
        case .done, .failed: false
        case .retry(_, let possiblySent, _), .released(let possiblySent): possiblySent
        }
    }

    /// Whether the attempt may have made a record at the destination, told or not.
    public var mayHaveArrived: Bool {
        if case .done = self { true } else { isPossiblySent }
    }
}
