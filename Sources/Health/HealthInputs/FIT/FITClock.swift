/// The running time of a FIT file, which most messages give only the low bits of.
struct FITClock: Hashable {
    /// The field with the lower 16 bits in messages of monitoring.
    private static let low16: UInt8 = 26
    private static let monitoring: UInt16 = 55

    private var last: Int64?

    /// Takes the lower five bits of a record's header; they go round after half a minute.
    mutating func advance(low: UInt8) {
        advance(low: Int64(low), bits: 0x1F)
    }

    /// When a message was, in seconds since 1970: by its own time, by its lower bits, or by its header.
    mutating func time(of message: FITMessage, hasTime: Bool) -> Int64? {
        if let own = message[FITDecoder.timestampField] {
            last = own
            return FITMessage.time(own)
        }
        if message.number == Self.monitoring, let low = message[Self.low16] {
            advance(low: low, bits: 0xFFFF)
            return last.flatMap(FITMessage.time)
        }
        return hasTime ? last.flatMap(FITMessage.time) : nil
    }

    private mutating func advance(low: Int64, bits: Int64) {
        guard let last else { return }
        self.last = last + ((low - (last & bits)) & bits)
    }
}
