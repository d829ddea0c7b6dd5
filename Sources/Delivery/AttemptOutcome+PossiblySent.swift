extension AttemptOutcome {
    /// Whether the destination may have the record although this outcome does not say so.
    public var isPossiblySent: Bool {
        switch self {
        case .done, .failed: false
        case .retry(_, let possiblySent, _), .released(let possiblySent): possiblySent
        }
    }
}
