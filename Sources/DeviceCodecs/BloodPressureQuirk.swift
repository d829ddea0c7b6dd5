/// A way in which real cuffs depart from the profile, and the rule that copes with it.
public enum BloodPressureQuirk: String, Hashable, Sendable, CaseIterable {
    /// Reserved flag bits are set. Rule: they are ignored.
    case rfuFlagBits = "rfu_flag_bits"

    /// Beurer BM85: the user follows the pulse without its flag, pulse and status are big-endian, the MAP is 0.
    ///
    /// Rule: the frame is one byte longer than its flags say; the flags have time, pulse, status and reserved bit 6 and
    /// no user; and the pulse makes no sense little-endian. All of it must hold, for a wrong guess misreads the user.
    /// Source: captures in derdilla/blood-pressure-monitor-fl.
    case beurerBigEndian = "beurer_be_userid"

    /// The clock was never set: year, month or day is 0. Rule: the time is not used.
    case clockNotSet = "clock_not_set"
}
