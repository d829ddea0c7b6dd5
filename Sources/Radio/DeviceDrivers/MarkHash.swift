/// FNV-1a, by which marks tell stored records apart; it need not be secure (http://www.isthe.com/chongo/tech/comp/fnv).
enum MarkHash {
    /// The hash of 32 bits.
    static func short(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }

    /// The hash of 64 bits, continued from another hash.
    static func long(_ bytes: some Sequence<UInt8>, after hash: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
        bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
