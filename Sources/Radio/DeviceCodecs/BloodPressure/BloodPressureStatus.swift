/// The Measurement Status field of 0x2A35.
public struct BloodPressureStatus: Hashable, Sendable {
    /// The raw word, including reserved bits.
    public let rawValue: UInt16

    /// Wraps a raw word.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Names of the reported conditions, in bit order.
    ///
    /// Reserved bits appear as `reserved_6` and so on.
    public var names: [String] {
        var names: [String] = []
        if has(0) { names.append("body_movement") }
        if has(1) { names.append("cuff_too_loose") }
        if has(2) { names.append("irregular_pulse") }
        // Bits 3 and 4 form one field: 0 in range, 1 above, 2 below, 3 reserved.
        switch rawValue >> 3 & 0b11 {
        case 1: names.append("pulse_above_range")
        case 2: names.append("pulse_below_range")
        case 3: names.append("reserved_pulse_range")
        default: break
        }
        if has(5) { names.append("improper_position") }
        names += (6..<16).filter(has).map { "reserved_\($0)" }
        return names
    }

    private func has(_ bit: Int) -> Bool { rawValue >> bit & 1 == 1 }
}
