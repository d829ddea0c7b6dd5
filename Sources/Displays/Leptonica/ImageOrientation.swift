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

/// The first directory of tags of a TIFF file, or of the EXIF data in another.
struct TagDirectory {
    /// More tags are in no directory that is read.
    private static let mostTags = 1_024

    /// The tags that have one small number.
    private(set) var numbers: [UInt16: Int] = [:]
    /// Whether another directory follows: a page, or a preview.
    private(set) var hasNext = false

    /// Reads the directory; nil where the bytes do not begin with one.
    init?(_ bytes: ArraySlice<UInt8>) {
        let isLittle = bytes.starts(with: Array("II*\0".utf8))
        guard isLittle || bytes.starts(with: Array("MM\0*".utf8)) else { return nil }
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place <= bytes.count - count else { return nil }
            let part = bytes[(bytes.startIndex + place)..<(bytes.startIndex + place + count)]
            return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let start = number(4, 4), let count = number(start, 2), (1...Self.mostTags).contains(count) else {
            return nil
        }
        for place in stride(from: start + 2, to: start + 2 + 12 * count, by: 12) {
            guard let tag = number(place, 2), let type = number(place + 2, 2) else { return nil }
            // Types 3 and 4 are numbers of two and four bytes.
            guard [3, 4].contains(type), number(place + 4, 4) == 1 else { continue }
            numbers[UInt16(tag)] = number(place + 8, type == 3 ? 2 : 4)
        }
        hasNext = number(start + 2 + 12 * count, 4) ?? 0 != 0
    }

    /// How the image is turned; upright where no tag says so, or a number that means nothing.
    var orientation: ImageOrientation { numbers[274].flatMap(ImageOrientation.init(rawValue:)) ?? .upright }

    /// The number of the colours (tag 262), nil where none is given.
    var colors: Int? { numbers[262] }
}
