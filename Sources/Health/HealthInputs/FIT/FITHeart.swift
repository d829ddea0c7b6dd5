/// The heart rates of a strap that recorded while its watch was out of reach, as in water (FIT SDK, message `hr`).
///
/// Beats have times on the strap's clock, in 1/1024 s, most with only the low 12 bits. One message links that clock to
/// a time.
struct FITHeart {
    static let message: UInt16 = 132

    private enum Field {
        static let fraction: UInt8 = 0
        static let rates: UInt8 = 6
        static let events: UInt8 = 9
        static let packedEvents: UInt8 = 10
    }

    /// How far the strap's clock is behind FIT time, in 1/1024 s; nil until a message states it.
    private var difference: Int64?
    /// The last beat on the strap's clock.
    private var last: Int64 = 0

    /// The heart rates of a message: seconds since 1970 and beats a minute.
    ///
    /// - Returns: Nil if no message has linked the strap's clock to a time.
    mutating func take(_ message: FITMessage) -> [(time: Int64, rate: Int64)]? {
        let events = events(message)
        if let time = message[FITDecoder.timestampField], let first = events.first {
            // The fraction is in 1/32,768 s.
            difference = time * 1_024 + (message[Field.fraction] ?? 0) / 32 - first
        }
        guard let difference else { return events.isEmpty ? [] : nil }
        return zip(events, message.list(Field.rates)).compactMap { event, rate in
            guard let rate, let time = FITMessage.time((event + difference) / 1_024) else { return nil }
            return (time, rate)
        }
    }

    /// The beats of a message on the strap's clock.
    private mutating func events(_ message: FITMessage) -> [Int64] {
        let whole = message.list(Field.events).compactMap { $0 }
        if let newest = whole.last {
            last = newest
            return whole
        }
        // Here 0xFF is a valid value, not a missing one.
        let bytes = message.list(Field.packedEvents).map { $0 ?? 0xFF }
        var found: [Int64] = []
        for place in stride(from: 0, to: bytes.count - 2, by: 3) {
            // Two numbers of 12 bits in three bytes, the lowest bits first.
            found.append(advance(bytes[place] | (bytes[place + 1] & 0xF) << 8))
            found.append(advance(bytes[place + 1] >> 4 | bytes[place + 2] << 4))
        }
        return found
    }

    private mutating func advance(_ low: Int64) -> Int64 {
        last += (low - (last & 0xFFF)) & 0xFFF
        return last
    }
}
