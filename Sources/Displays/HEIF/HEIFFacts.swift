/// The properties of a HEIF file's primary picture, before anything is decoded (ISO/IEC 23008-12; AVIF 1.1).
///
/// Sizes are the larger ones of the file's properties and of the compressed data, because a decoder allocates what the
/// data requires.
package struct HEIFFacts: Hashable, Sendable {
    /// A compression format.
    package enum Compression: String, Hashable, Sendable {
        /// ITU-T H.265, as in HEIC.
        case hevc = "HEVC"
        /// AV1, as in AVIF.
        case av1 = "AV1"
    }

    /// The limit of tiles in a grid; a phone's 48 megapixels have 192.
    private static let mostTiles = 1_024
    /// The limit of layers in one picture; AV1 may have four.
    private static let mostLayers = 4

    /// The width of the turned picture in pixels, before cropping.
    package private(set) var width = 0
    /// The height of the turned picture in pixels, before cropping.
    package private(set) var height = 0
    /// Whether the file contains all of its data.
    package private(set) var isWhole: Bool
    /// The number of pixels to decode, counted at three bytes each: the picture or its tiles, and their transparency.
    package private(set) var codedPixels = 0
    /// The largest number of pixels in one picture to decode, counted at three bytes each.
    package private(set) var largestCoded = 0
    /// The longest side of any picture to decode, in pixels.
    package private(set) var longestSide = 0
    /// The compression of the picture.
    package private(set) var compression = Compression.hevc
    /// The unsupported feature in words; nil if there is none.
    package private(set) var unsupported: String?
    /// How many bytes may still be read as data, because a malicious file may refer to the same part repeatedly.
    private var dataLeft: Int

    /// Reads a file's boxes; nil if they are malformed, or refer to no picture.
    package init?(_ bytes: [UInt8]) {
        let boxes = MediaBoxes(bytes, in: 0..<bytes.count)
        isWhole = boxes.isWhole
        dataLeft = 2 * bytes.count
        guard let meta = boxes.only("meta"), let table = ItemTable(bytes, meta: meta), let primary = table.primary,
            let item = table.items[primary], let size = item.size
        else { return nil }
        (width, height) = item.isOnSide ? (size.height, size.width) : size
        guard add(primary, of: table, in: bytes) != nil else { return nil }
        for alpha in table.alphas(of: primary) {
            guard table.alphas(of: alpha).isEmpty else { return nil }
            guard add(alpha, of: table, in: bytes) != nil else { return nil }
        }
    }

    /// Adds a picture, or the tiles of a grid.
    private mutating func add(_ id: Int, of table: ItemTable, in bytes: [UInt8]) -> Void? {
        guard let item = table.items[id] else { return nil }
        guard item.type == "grid" else { return add(coded: item, in: bytes) }
        guard let tiles = table.tiles[id], let grid = Grid(data(item, in: bytes)) else { return isWhole ? nil : () }
        guard tiles.count == grid.tiles, tiles.count <= Self.mostTiles else { return nil }
        longestSide = max(longestSide, grid.width, grid.height)
        largestCoded = max(largestCoded, grid.width.multipliedClamping(by: grid.height))
        for tile in tiles {
            guard let item = table.items[tile], table.alphas(of: tile).isEmpty, add(coded: item, in: bytes) != nil
            else {
                return nil
            }
        }
        return ()
    }

    /// Adds one compressed picture.
    private mutating func add(coded item: ItemTable.Item, in bytes: [UInt8]) -> Void? {
        guard !item.isElsewhere, item.type == "hvc1" || item.type == "av01" else {
            unsupported = "an unsupported construction ('\(item.type.prefix(4))')"
            return ()
        }
        guard let size = item.size else { return nil }
        let data = data(item, in: bytes)
        guard isWhole else { return () }
        let picture: CodedPicture?
        if item.type == "hvc1" {
            picture = item.hevc.flatMap { CodedPicture(hevc: bytes, settings: $0, data: data) }
        } else {
            compression = .av1
            picture = item.av1.flatMap { CodedPicture(av1: bytes, settings: $0, data: data) }
        }
        guard let picture, picture.width > 0, picture.height > 0 else { return nil }
        if picture.pictures > (item.type == "hvc1" ? 1 : Self.mostLayers) { unsupported = "several pictures in one" }
        // The same size with more bits, or with full chroma resolution, needs more memory.
        let sides = (max(size.width, picture.width), max(size.height, picture.height))
        let pixels = sides.0.multipliedClamping(by: sides.1).multipliedClamping(by: max(picture.bytesPerPixel, 3)) / 3
        longestSide = max(longestSide, sides.0, sides.1)
        largestCoded = max(largestCoded, pixels)
        codedPixels = codedPixels.addingReportingOverflow(pixels).overflow ? .max : codedPixels + pixels
        return ()
    }

    /// The data of an item, truncated at the end of the file.
    private mutating func data(_ item: ItemTable.Item, in bytes: [UInt8]) -> [UInt8] {
        var data: [UInt8] = []
        for part in item.data {
            guard part.upperBound <= bytes.count, part.count <= dataLeft else {
                isWhole = false
                return data
            }
            dataLeft -= part.count
            data += bytes[part]
        }
        return data
    }
}

/// A picture made of tiles (ISO/IEC 23008-12, 6.6.2.3).
private struct Grid {
    let tiles: Int
    let width: Int
    let height: Int

    /// Reads an item's data; nil if it is malformed.
    init?(_ data: [UInt8]) {
        var cursor = ByteCursor(data, in: 0..<data.count)
        guard cursor.skip(1) != nil, let flags = cursor.number(1), let rows = cursor.number(1),
            let columns = cursor.number(1), let width = cursor.number(flags & 1 == 0 ? 2 : 4),
            let height = cursor.number(flags & 1 == 0 ? 2 : 4)
        else { return nil }
        (tiles, self.width, self.height) = ((rows + 1) * (columns + 1), width, height)
    }
}

extension ItemTable {
    /// The pictures with the transparency of a picture.
    fileprivate func alphas(of id: Int) -> [Int] {
        (auxiliaries[id] ?? []).filter { auxiliary in
            items[auxiliary]?.properties.contains { property in
                // "urn:mpeg:hevc:2015:auxid:1" also means transparency.
                if case .auxiliary(let name) = property {
                    name.hasSuffix("alpha") || name.hasSuffix("auxid:1")
                } else {
                    false
                }
            } ?? false
        }
    }
}

extension ItemTable.Item {
    /// The size according to the file, in pixels.
    fileprivate var size: (width: Int, height: Int)? {
        let sizes = properties.compactMap { property in
            if case .size(let width, let height) = property { (width: width, height: height) } else { nil }
        }
        return sizes.count == 1 ? sizes[0] : nil
    }

    /// Whether it is turned by one or three quarters.
    fileprivate var isOnSide: Bool {
        var quarters = 0
        for case .turned(let more) in properties { quarters += more }
        return quarters % 2 == 1
    }

    fileprivate var hevc: Range<Int>? {
        let settings = properties.compactMap { if case .hevc(let settings) = $0 { settings } else { nil } }
        return settings.count == 1 ? settings[0] : nil
    }

    fileprivate var av1: Range<Int>? {
        let settings = properties.compactMap { if case .av1(let settings) = $0 { settings } else { nil } }
        return settings.count == 1 ? settings[0] : nil
    }
}

extension Int {
    /// The product, at most `Int.max`.
    fileprivate func multipliedClamping(by other: Int) -> Int {
        let product = multipliedReportingOverflow(by: other)
        return product.overflow ? .max : product.partialValue
    }
}
