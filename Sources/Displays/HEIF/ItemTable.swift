/// The items of a HEIF file: their types, the positions of their data and their relations (ISO/IEC 23008-12, 6).
struct ItemTable {
    /// A picture, or anything else in the file.
    struct Item {
        var type = ""
        /// The positions of its data in the file; a part may extend beyond the file's end.
        var data: [Range<Int>] = []
        /// Its properties in order.
        var properties: [Property] = []
        /// Whether its data is stored in a way that is not supported here.
        var isElsewhere = false
    }

    /// A property of a picture.
    enum Property {
        case size(width: Int, height: Int)
        /// Quarter turns counterclockwise.
        case turned(Int)
        case mirrored
        case cut
        case hevc(Range<Int>)
        case av1(Range<Int>)
        case auxiliary(String)
        case other
    }

    /// The limit of items, parts, references or properties, beyond what any camera writes.
    private static let most = 4_096

    private let bytes: [UInt8]
    /// The item to show; nil if the file names none.
    private(set) var primary: Int?
    private(set) var items: [Int: Item] = [:]
    /// The tiles of each grid in order.
    private(set) var tiles: [Int: [Int]] = [:]
    /// The auxiliary pictures of each picture, such as its transparency.
    private(set) var auxiliaries: [Int: [Int]] = [:]

    /// Reads the content of the box `meta`; nil if a box in it is malformed.
    init?(_ bytes: [UInt8], meta: Range<Int>) {
        self.bytes = bytes
        let boxes = MediaBoxes(bytes, in: (meta.lowerBound + 4)..<max(meta.lowerBound + 4, meta.upperBound))
        let read: [(String, (inout ItemTable, inout ByteCursor) -> Void?)] = [
            ("pitm", { $0.readPrimary(&$1) }), ("iinf", { $0.readTypes(&$1) }), ("iref", { $0.readReferences(&$1) }),
            ("iloc", { [idat = boxes.only("idat")] in $0.readPlaces(&$1, idat: idat) }),
            ("iprp", { $0.readProperties(&$1) }),
        ]
        for (type, read) in read {
            // Rejected, because this reader and the decoder could choose different ones of several boxes.
            guard !boxes.hasSeveral(type), !boxes.hasSeveral("idat") else { return nil }
            guard let content = boxes.only(type) else { continue }
            var cursor = ByteCursor(bytes, in: content)
            guard read(&self, &cursor) != nil else { return nil }
        }
    }

    private mutating func readPrimary(_ cursor: inout ByteCursor) -> Void? {
        guard let version = cursor.versionAndFlags()?.version, let id = cursor.number(version == 0 ? 2 : 4) else {
            return nil
        }
        primary = id
        return ()
    }

    private mutating func readTypes(_ cursor: inout ByteCursor) -> Void? {
        guard let version = cursor.versionAndFlags()?.version, cursor.number(version == 0 ? 2 : 4) != nil else {
            return nil
        }
        for box in MediaBoxes(bytes, in: cursor.place..<(cursor.place + cursor.left)).all where box.type == "infe" {
            var entry = ByteCursor(bytes, in: box.content)
            // Versions before 2 have no type, and no picture uses them.
            guard let version = entry.versionAndFlags()?.version, version >= 2 else { continue }
            guard let id = entry.number(version == 2 ? 2 : 4), entry.skip(2) != nil, let type = entry.letters() else {
                return nil
            }
            guard items.updateValue(Item(type: type), forKey: id) == nil else { return nil }
        }
        return ()
    }

    private mutating func readReferences(_ cursor: inout ByteCursor) -> Void? {
        guard let version = cursor.versionAndFlags()?.version else { return nil }
        let width = version == 0 ? 2 : 4
        var count = 0
        for box in MediaBoxes(bytes, in: cursor.place..<(cursor.place + cursor.left)).all {
            var entry = ByteCursor(bytes, in: box.content)
            guard let from = entry.number(width), let references = entry.number(2) else { return nil }
            count += references
            guard count <= Self.most else { return nil }
            for _ in 0..<references {
                guard let to = entry.number(width) else { return nil }
                switch box.type {
                case "dimg": tiles[from, default: []].append(to)
                case "auxl": auxiliaries[to, default: []].append(from)
                default: break
                }
            }
        }
        return ()
    }
}

extension ItemTable {
    private mutating func readPlaces(_ cursor: inout ByteCursor, idat: Range<Int>?) -> Void? {
        guard let version = cursor.versionAndFlags()?.version, version <= 2, let widths = cursor.number(2),
            let count = cursor.number(version < 2 ? 2 : 4), count <= Self.most
        else { return nil }
        let (offset, length, base) = (widths >> 12, widths >> 8 & 15, widths >> 4 & 15)
        let index = version > 0 ? widths & 15 : 0
        var left = Self.most
        for _ in 0..<count {
            guard let id = cursor.number(version < 2 ? 2 : 4), let method = version > 0 ? cursor.number(2) : 0,
                cursor.skip(2) != nil, let start = cursor.number(base), let parts = cursor.number(2),
                parts <= left
            else { return nil }
            // A part may have no bytes at all.
            left -= parts
            var item = items[id, default: Item()]
            guard item.data.isEmpty else { return nil }
            for _ in 0..<parts {
                guard cursor.skip(index) != nil, let place = cursor.number(offset), let size = cursor.number(length)
                else { return nil }
                let origin = method & 15 == 0 ? 0 : idat?.lowerBound ?? bytes.count
                guard let first = Self.sum([origin, start, place]), let end = Self.sum([first, size]) else {
                    return nil
                }
                item.data.append(first..<end)
            }
            item.isElsewhere = method & 15 > 1
            items[id] = item
        }
        return ()
    }

    /// The sum of numbers that are not negative; nil above `Int.max`.
    private static func sum(_ numbers: [Int]) -> Int? {
        numbers.reduce(0 as Int?) { sum, number in
            guard let sum, number <= .max - sum else { return nil }
            return sum + number
        }
    }

    private mutating func readProperties(_ cursor: inout ByteCursor) -> Void? {
        let boxes = MediaBoxes(bytes, in: cursor.place..<(cursor.place + cursor.left))
        guard let list = boxes.only("ipco") else { return nil }
        let properties = MediaBoxes(bytes, in: list).all.map { Property($0, in: bytes) }
        var left = Self.most
        for box in boxes.all where box.type == "ipma" {
            var entry = ByteCursor(bytes, in: box.content)
            guard let (version, flags) = entry.versionAndFlags(), let count = entry.number(4), count <= Self.most else {
                return nil
            }
            for _ in 0..<count {
                guard let id = entry.number(version == 0 ? 2 : 4), let links = entry.number(1), links <= left else {
                    return nil
                }
                left -= links
                guard items[id]?.properties.isEmpty ?? true else { return nil }
                for _ in 0..<links {
                    guard let link = entry.number(flags & 1 == 0 ? 1 : 2) else { return nil }
                    // The first bit states whether a reader must know the property.
                    let number = link & (flags & 1 == 0 ? 0x7F : 0x7FFF)
                    guard number > 0 else { continue }
                    guard number <= properties.count else { return nil }
                    items[id, default: Item()].properties.append(properties[number - 1])
                }
            }
        }
        return ()
    }
}

extension ItemTable.Property {
    /// Reads a box of the list of properties.
    fileprivate init(_ box: MediaBoxes.Box, in bytes: [UInt8]) {
        var cursor = ByteCursor(bytes, in: box.content)
        self = .other
        switch box.type {
        case "ispe":
            guard cursor.skip(4) != nil, let width = cursor.number(4), let height = cursor.number(4) else { return }
            self = .size(width: width, height: height)
        case "irot": self = .turned((cursor.number(1) ?? 0) & 3)
        case "imir": self = .mirrored
        case "clap": self = .cut
        case "hvcC": self = .hevc(box.content)
        case "av1C": self = .av1(box.content)
        case "auxC":
            guard cursor.skip(4) != nil else { return }
            self = .auxiliary(cursor.text())
        default: break
        }
    }
}
