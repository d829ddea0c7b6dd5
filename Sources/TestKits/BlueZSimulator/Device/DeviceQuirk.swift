/// How real devices deviate from the standard.
package enum DeviceQuirk: String, Codable, Sendable {
    /// Reserved flag bits are set and MAP is NaN, seen on real cuffs (flags 0xDE).
    case rfuFlags
    /// Beurer BM85: 19-byte frames with big-endian pulse and status and a user without its flag;
    /// a CCCD write within ``VirtualDevice/deafTime`` after service discovery is ignored.
    case beurerBM85
    /// A&D: sends nothing on the link that it was bonded on, never ends a link itself,
    /// and has a new reading only for a new link.
    case aAndD
    /// The clock was never set: frames carry the year 0.
    case clockNotSet
    /// TaiDoc: the newest record has the number 1, and a new one renumbers all.
    case reversedSequence
    /// i-SENS: January is sent as month 13.
    case month13
    /// Fora: a full memory tells a made-up "HI" of 2037.
    case fakeHigh
    /// Accu-Chek: each record of a report is notified twice.
    case duplicateRecords
    /// The control point knows no operator but "all records".
    case onlyAllRecords
    /// The control point cannot count.
    case noCount
    /// Accu-Chek: the clock is 0x2A08 in the glucose service, not 0x1805.
    case clockInService
    /// Contour: the clock is a characteristic of the maker's, written in UTC with an offset.
    case contourClock
    /// CareSens: the clock is a command to 0xFFF1.
    case careSensClock

    /// Those that replace 0x1805.
    static let ownClocks: Set<DeviceQuirk> = [.clockInService, .contourClock, .careSensClock]
}
