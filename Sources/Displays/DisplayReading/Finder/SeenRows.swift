import Pixels

/// The rows of a look, or of several.
struct SeenRows {
    /// Those that are clearly rows.
    var clear: [RowCandidate] = []
    /// Those that may be rows; worth reading where the clear ones lack a field.
    var faint: [RowCandidate] = []
    /// Upright boxes around what the finder takes for displays, the largest first, in the image's pixels.
    var displays: [OrientedBox] = []
}
