/// The whole numbers among FIT's base types; floats and texts are not read here.
struct FITType: Hashable {
    let size: Int
    let isSigned: Bool
    /// The number that stands for nothing, in the type's bits.
    let invalid: UInt64

    /// The type of a base type's byte; nil for floats, texts and what is not known.
    init?(base: UInt8) {
        switch base & 0x1F {
        case 0x00, 0x02, 0x0D: self.init(1, isSigned: false, 0xFF)
        case 0x01: self.init(1, isSigned: true, 0x7F)
        case 0x03: self.init(2, isSigned: true, 0x7FFF)
        case 0x04: self.init(2, isSigned: false, 0xFFFF)
        case 0x05: self.init(4, isSigned: true, 0x7FFF_FFFF)
        case 0x06: self.init(4, isSigned: false, 0xFFFF_FFFF)
        case 0x0A: self.init(1, isSigned: false, 0)
        case 0x0B: self.init(2, isSigned: false, 0)
        case 0x0C: self.init(4, isSigned: false, 0)
        default: return nil
        }
    }

    private init(_ size: Int, isSigned: Bool, _ invalid: UInt64) {
        self.size = size
        self.isSigned = isSigned
        self.invalid = invalid
    }

    /// The number at a place; nil where it stands for nothing.
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
