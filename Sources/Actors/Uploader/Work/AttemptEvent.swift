/// What an attempt does that health counts.
enum AttemptEvent: Sendable {
    case looksUp
    case found
    case posts(leftOut: Int)
    case postsMany(leftOut: Int)
    case postsImage
    case resends(blind: Bool)
    case ledgerFailed
}
