/// A way in which real devices depart from the profiles, or a thing that they need beside them.
///
/// ``QuirkBook`` has the rule, the source and the models of each.
public enum DeviceQuirk: String, Hashable, Sendable, CaseIterable {
    /// Reserved flag bits are set.
    case rfuFlagBits = "rfu_flag_bits"
    /// Beurer BM85: a user without its flag, pulse and status big-endian, MAP 0.
    case beurerBigEndian = "beurer_be_userid"
    /// A subscription right after service discovery is ignored.
    case subscribeLate = "subscribe_late"
    /// Meal 6 in the context of a glucose record: the record is a ketone measurement.
    case ketoneContext = "ketone_context"
    /// A concentration of all ones, which is -0.1: a filler.
    case fillerSFloat = "filler_sfloat"
    /// January is month 13.
    case month13 = "month_13"
    /// The clock of i-SENS meters, see ``CareSensClock``.
    case caresensClock = "caresens_clock"
    /// Unlisted numbers 4 for sample type and location.
    case accuchekType4 = "accuchek_type_4"
    /// Over 600 mg/dL is HI, under 10 is LO.
    case accuchekLimits = "accuchek_limits"
    /// One record is sent twice.
    case duplicateSequence = "duplicate_sequence"
    /// A request right after another finds the device busy.
    case countPause = "count_pause"
    /// Record numbers run backwards and are given anew at each measurement.
    case taidocReverseSequence = "taidoc_reverse_sequence"
    /// A false HI of the year 2037 when the memory is full.
    case foraFakeHigh = "fora_fake_hi"
    /// Records are asked for from a number on.
    case contourSinceSequence = "contour_since_sequence"
    /// The clock of Contour meters, see ``ContourClock``.
    case contourClock = "contour_clock"
    /// Pairing has to be asked for at once after connecting.
    case pairOnConnect = "pair_on_connect"
    /// The link has to be cut after bonding, or pairing never ends.
    case andDisconnectAfterBond = "and_disconnect_after_bond"
    /// The device never cuts the link itself.
    case andShortIdle = "and_short_idle"
    /// Service discovery outside of pairing mode, by one that is not bonded, switches the device off with an error.
    case andNoConnectUnpaired = "and_no_connect_unpaired"
    /// The clock may be written only when the device shows it by notification.
    case omronTimeOnNotify = "omron_cts_on_notify"
    /// A control solution was measured.
    case controlSolution = "control_solution"
    /// Flag bit 4 of a weight says "below zero".
    case detectoBelowZero = "detecto_below_zero"
    /// Vendor payloads under the standard's UUIDs.
    case xiaomiVendorPayload = "xiaomi_vendor_payload"
    /// A body composition of zeros before, or instead of, the real one.
    case beurerZeroComposition = "beurer_zero_composition"
    /// The clock was never set.
    case clockNotSet = "clock_not_set"
    /// The device wants any passkey that is shown to it.
    case randomPasskey = "random_passkey"
    /// Data comes only on a link that was made after the measurement.
    case yonkerConnectAfter = "yonker_connect_after"
    /// The link is dropped when the device is read before it is bonded.
    case bondBeforeRead = "bond_before_read"
}
