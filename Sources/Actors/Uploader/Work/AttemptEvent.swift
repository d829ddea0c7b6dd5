/// What an attempt does that health counts.
enum AttemptEvent: Sendable {
    case looksUp
    case found
    /// The own ledger had it that the record is there.
    case answeredByLedger
    case posts(leftOut: Int)
    case postsMany(leftOut: Int)
    case postsImage
    case resends(blind: Bool)
    case ledgerFailed
}
