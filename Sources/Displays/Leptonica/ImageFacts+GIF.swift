extension ImageFacts {
    /// Walks over the blocks of a GIF; nil where they do not follow each other up to its first picture.
    init?(gif bytes: [UInt8]) {
        func number(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
        guard bytes.count >= 13 else { return nil }
        var size: (Int, Int)?
        var (place, count, isWhole) = (13 + Self.tableLength(bytes[10]), 0, false)
        walk: while place < bytes.count {
            switch bytes[place] {
            case 0x21:
                guard let next = Self.behindBlocks(bytes, place + 2) else { break walk }
                place = next
            case 0x2C where place <= bytes.count - 11:
                count += 1
                size = size ?? (number(place + 5), number(place + 7))
                guard let next = Self.behindBlocks(bytes, place + 11 + Self.tableLength(bytes[place + 9])) else {
                    break walk
                }
                place = next
            default:
                isWhole = bytes[place] == 0x3B
                break walk
            }
        }
        guard let size else { return nil }
        self.init(width: size.0, height: size.1)
        (pictures, self.isWhole) = (count, isWhole)
    }

    /// How many bytes a table of colours has, by the byte that tells of it.
    private static func tableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    /// The place behind a row of blocks that each begin with their length; nil where the bytes end before.
    private static func behindBlocks(_ bytes: [UInt8], _ start: Int) -> Int? {
        var place = start
        while place < bytes.count {
            if bytes[place] == 0 { return place + 1 }
            place += 1 + Int(bytes[place])
        }
        return nil
    }
}
