/// How the ends of segments look.
enum SegmentEnd: Sendable, CaseIterable {
    /// Pointed.
    case pointed
    /// Cut slantwise, so that neighbours meet along a line.
    case mitred
    /// Straight.
    case straight
}
