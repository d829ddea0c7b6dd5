/// The integer fields of a data message.
struct FITMessage: Hashable {
    /// The message's number in the profile.
    let number: UInt16
    /// Its position in the file.
    let offset: UInt64
    /// Seconds since 1970 (UTC), from its own field or its header.
    var time: Int64?
    private var numbers: [UInt8] = []
    private var values: [Int64] = []
    private var lists: [UInt8: [Int64?]] = [:]

    init(number: UInt16, offset: UInt64) {
        self.number = number
        self.offset = offset
    }

    /// A field's value; nil if it is missing or invalid.
    subscript(_ field: UInt8) -> Int64? {
        numbers.firstIndex(of: field).map { values[$0] }
    }

    /// The values of a field that may have several; nil for an invalid one.
    func list(_ field: UInt8) -> [Int64?] { lists[field] ?? self[field].map { [$0] } ?? [] }

    /// A field with a time, in seconds since 1970.
    func time(_ field: UInt8) -> Int64? { self[field].flatMap(Self.time) }

    mutating func set(_ field: UInt8, value: Int64) {
        numbers.append(field)
        values.append(value)
    }

    mutating func set(_ field: UInt8, list: [Int64?]) { lists[field] = list }

    /// Converts FIT seconds since 31 December 1989 to seconds since 1970; nil for small values, which count from
    /// power-on.
    static func time(_ seconds: Int64) -> Int64? {
        seconds >= 0x1000_0000 ? seconds + 631_065_600 : nil
    }
}

/// The layout of the messages of one local number (FIT protocol, "Definition Message").
struct FITDefinition: Hashable {
    /// One field.
    struct Field: Hashable {
        let number: UInt8
        let size: Int
        let type: FITType?
    }

    let message: UInt16
    let isBigEndian: Bool
    let fields: [Field]
    /// The size of a message in bytes, including developer fields.
    let size: Int

    /// Reads the part after the record's header.
    ///
    /// - Parameters:
    ///   - bytes: All of it: 5 bytes, 3 for each field, and the same for developer fields.
    ///   - developerBytes: Where the developer fields begin; nil if there are none.
    init(_ bytes: [UInt8], developerBytes: Int?) {
        isBigEndian = bytes[1] == 1
        message = isBigEndian ? UInt16(bytes[2]) << 8 | UInt16(bytes[3]) : UInt16(bytes[3]) << 8 | UInt16(bytes[2])
        let end = developerBytes ?? bytes.count
        fields = stride(from: 5, to: end - 2, by: 3).map { place in
            Field(number: bytes[place], size: Int(bytes[place + 1]), type: FITType(base: bytes[place + 2]))
        }
        var size = fields.reduce(0) { $0 + $1.size }
        if let developerBytes {
            for place in stride(from: developerBytes + 1, to: bytes.count - 2, by: 3) { size += Int(bytes[place + 1]) }
        }
        self.size = size
    }
}

/// The header of a FIT file (FIT protocol, "File Header").
struct FITHeader: Hashable {
    /// The longest header in bytes.
    static let longest = 14

    let length: Int
    /// The number of data bytes without the checksum; 0 if the device never wrote it.
    let dataSize: Int

    /// Reads a header; nil if it is missing or invalid.
    init?(_ bytes: [UInt8], at place: Int, end: Int) {
        guard place + 12 <= end, Int(bytes[place]) >= 12, place + Int(bytes[place]) <= end,
            Array(bytes[(place + 8)..<(place + 12)]) == Array(".FIT".utf8)
        else { return nil }
        length = Int(bytes[place])
        dataSize = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
    }
}

/// The integer base types of FIT; floats and strings are not read.
struct FITType: Hashable {
    let size: Int
    let isSigned: Bool
    /// The bit pattern that marks an invalid value.
    let invalid: UInt64

    /// The type of a base type byte; nil for floats, strings and unknown types.
    init?(base: UInt8) {
        switch base & 0x1F {
        case 0x00, 0x02, 0x0D: self.init(1, isSigned: false, invalid: 0xFF)
        case 0x01: self.init(1, isSigned: true, invalid: 0x7F)
        case 0x03: self.init(2, isSigned: true, invalid: 0x7FFF)
        case 0x04: self.init(2, isSigned: false, invalid: 0xFFFF)
        case 0x05: self.init(4, isSigned: true, invalid: 0x7FFF_FFFF)
        case 0x06: self.init(4, isSigned: false, invalid: 0xFFFF_FFFF)
        case 0x0A: self.init(1, isSigned: false, invalid: 0)
        case 0x0B: self.init(2, isSigned: false, invalid: 0)
        case 0x0C: self.init(4, isSigned: false, invalid: 0)
        default: return nil
        }
    }

    private init(_ size: Int, isSigned: Bool, invalid: UInt64) {
        self.size = size
        self.isSigned = isSigned
        self.invalid = invalid
    }

    /// The value at a position; nil if it is invalid.
    func value(_ bytes: [UInt8], at place: Int, isBigEndian: Bool) -> Int64? {
        var bits: UInt64 = 0
        for index in 0..<size {
            let byte = UInt64(bytes[place + (isBigEndian ? index : size - 1 - index)])
            bits = bits << 8 | byte
        }
        guard bits != invalid else { return nil }
        let number = Int64(bitPattern: bits)
        return isSigned && bits >> (8 * size - 1) == 1 ? number - (1 << (8 * size)) : number
    }
}
