/// How an image's rows and columns stand to what was seen, by the numbers of EXIF (tag 274; CIPA DC-008).
package enum ImageOrientation: Int, CaseIterable, Hashable, Sendable {
    /// As it was seen.
    case upright = 1
    /// Left and right changed places.
    case mirrored
    /// Upside down.
    case turnedHalf
    /// Up and down changed places.
    case flipped
    /// Rows are columns.
    case transposed
    /// To be turned a quarter clockwise.
    case turnedLeft
    /// Rows are columns from the other corner.
    case transversed
    /// To be turned a quarter against the clock.
    case turnedRight

    /// Whether width and height change places.
    package var swapsSides: Bool { rawValue >= 5 }

    /// Where pixels of an image stored with a width and a height come to stand when it is upright.
    ///
    /// - Returns: The place of the first pixel, counted by rows of the upright image, and the steps to the next pixel of
    ///   the same row and to the same pixel of the next row.
    func places(width: Int, height: Int) -> (first: Int, column: Int, row: Int) {
        switch self {
        case .upright: (0, 1, width)
        case .mirrored: (width - 1, -1, width)
        case .turnedHalf: (width * height - 1, -1, -width)
        case .flipped: (width * (height - 1), 1, -width)
        case .transposed: (0, height, 1)
        case .turnedLeft: (height - 1, height, -1)
        case .transversed: (width * height - 1, -height, -1)
        case .turnedRight: (height * (width - 1), -height, 1)
        }
    }
}
