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
}
