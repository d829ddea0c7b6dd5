/// The records of a device that are read and stored, for devices that number none of them.
///
/// It holds 48 bits of a hash of each record's name, for the 170 newest.
struct ReadMarks: Sendable {
    private static let (width, limit) = (6, DriverStart.storeLimit / 6)

    private var marks: [UInt64]

    /// Reads the marks that an earlier link kept; bytes that form no mark are ignored.
    init(stored: [UInt8]?) {
        let bytes = stored ?? []
        marks = stride(from: 0, through: bytes.count - Self.width, by: Self.width).map { start in
            bytes[start..<(start + Self.width)].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// The marks as the next link reads them.
    var bytes: [UInt8] {
        marks.flatMap { mark in (1...Self.width).map { UInt8(mark >> UInt64((Self.width - $0) * 8) & 0xFF) } }
    }

    /// Whether a record is read.
    func contains(_ name: [UInt8]) -> Bool { marks.contains(Self.mark(name)) }

    /// Adds a record; the oldest mark makes room.
    mutating func insert(_ name: [UInt8]) {
        marks = (marks.filter { $0 != Self.mark(name) } + [Self.mark(name)]).suffix(Self.limit)
    }

    /// Forgets the records that the device no longer has.
    mutating func keep(only names: [[UInt8]]) {
        let present = Set(names.map(Self.mark))
        marks = marks.filter(present.contains)
    }

    /// FNV-1a, its high bits folded in.
    private static func mark(_ name: [UInt8]) -> UInt64 {
        let hash = MarkHash.long(name)
        return (hash ^ hash >> 48) & 0xFFFF_FFFF_FFFF
    }
}
