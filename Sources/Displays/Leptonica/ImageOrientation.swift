/// The orientation of an image, numbered as in Exif (tag 274; CIPA DC-008).
package enum ImageOrientation: Int, CaseIterable, Hashable, Sendable {
    /// As seen.
    case upright = 1
    /// Mirrored horizontally.
    case mirrored
    /// Upside down.
    case turnedHalf
    /// Mirrored vertically.
    case flipped
    /// Transposed: rows are columns.
    case transposed
    /// Must be turned clockwise by a quarter.
    case turnedLeft
    /// Transposed along the other diagonal.
    case transversed
    /// Must be turned counterclockwise by a quarter.
    case turnedRight

    /// Whether width and height are swapped.
    package var swapsSides: Bool { rawValue >= 5 }

    /// The positions of a stored image's pixels in the upright one.
    ///
    /// - Returns: The index of the first pixel in the upright image, and the steps to the next pixel of the same row
    ///   and to the same pixel of the next row.
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

/// The first tag directory of a TIFF file or of Exif data.
struct TagDirectory {
    /// The limit of tags in a directory.
    private static let mostTags = 1_024

    /// The tags with a single number.
    private(set) var numbers: [UInt16: Int] = [:]
    /// Whether another directory follows: a page, or a preview.
    private(set) var hasNext = false

    /// Parses the directory; nil if the bytes do not begin with one.
    init?(_ bytes: ArraySlice<UInt8>) {
        let isLittle = bytes.starts(with: Array("II*\0".utf8))
        guard isLittle || bytes.starts(with: Array("MM\0*".utf8)) else { return nil }
        func number(_ place: Int, count: Int) -> Int? {
            guard place >= 0, place <= bytes.count - count else { return nil }
            let part = bytes[(bytes.startIndex + place)..<(bytes.startIndex + place + count)]
            return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let start = number(4, count: 4), let count = number(start, count: 2), (1...Self.mostTags).contains(count)
        else {
            return nil
        }
        for place in stride(from: start + 2, to: start + 2 + 12 * count, by: 12) {
            guard let tag = number(place, count: 2), let type = number(place + 2, count: 2) else { return nil }
            // Types 3 and 4 are numbers of two and four bytes.
            guard [3, 4].contains(type), number(place + 4, count: 4) == 1 else { continue }
            numbers[UInt16(tag)] = number(place + 8, count: type == 3 ? 2 : 4)
        }
        hasNext = number(start + 2 + 12 * count, count: 4) ?? 0 != 0
    }

    /// The orientation; upright without the tag or with an invalid number.
    var orientation: ImageOrientation { numbers[274].flatMap(ImageOrientation.init(rawValue:)) ?? .upright }

    /// The photometric interpretation (tag 262); nil if absent.
    var colors: Int? { numbers[262] }
}
