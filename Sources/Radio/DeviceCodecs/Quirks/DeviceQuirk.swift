/// A deviation of real devices from the profiles, or something they need in addition.
///
/// ``QuirkBook`` holds the rule, the source and the models of each.
public enum DeviceQuirk: String, Hashable, Sendable, CaseIterable {
    /// Reserved flag bits are set.
    case rfuFlagBits = "rfu_flag_bits"
    /// Beurer BM85: a user index without its flag, pulse and status big-endian, MAP 0.
    case beurerBigEndian = "beurer_be_userid"
    /// A subscription right after service discovery is ignored.
    case subscribeLate = "subscribe_late"
    /// Meal 6 in a glucose context makes the record a ketone measurement.
    case ketoneContext = "ketone_context"
    /// A concentration of all ones, -0.1, is a filler.
    case fillerSFloat = "filler_sfloat"
    /// January is month 13.
    case month13 = "month_13"
    /// i-SENS meters have a vendor clock; see ``CareSensClock``.
    case caresensClock = "caresens_clock"
    /// Values above 600 mg/dL mean HI, below 10 LO.
    case range10To600 = "range_10_to_600"
    /// Values above 600 mg/dL mean HI, below 20 LO.
    case range20To600 = "range_20_to_600"
    /// The device sends a record twice.
    case duplicateSequence = "duplicate_sequence"
    /// The device is busy right after a request.
    case countPause = "count_pause"
    /// Sequence numbers run backwards, and each measurement renumbers the records.
    case taidocReverseSequence = "taidoc_reverse_sequence"
    /// A full memory produces a false HI dated 2037.
    case foraFakeHigh = "fora_fake_hi"
    /// Records can be requested from a sequence number on.
    case contourSinceSequence = "contour_since_sequence"
    /// Pairing must start right after connecting.
    case pairOnConnect = "pair_on_connect"
    /// Pairing ends only when the link is cut after bonding.
    case andDisconnectAfterBond = "and_disconnect_after_bond"
    /// The device never closes the link itself.
    case andShortIdle = "and_short_idle"
    /// Service discovery by an unbonded host outside pairing mode switches the device off with an error.
    case andNoConnectUnpaired = "and_no_connect_unpaired"
    /// The clock may be written only after the device has notified it.
    case omronTimeOnNotify = "omron_cts_on_notify"
    /// The sample was control solution.
    case controlSolution = "control_solution"
    /// Flag bit 4 of a weight means below zero.
    case detectoBelowZero = "detecto_below_zero"
    /// Vendor payloads arrive under standard UUIDs.
    case xiaomiVendorPayload = "xiaomi_vendor_payload"
    /// A body composition of zeros arrives before, or instead of, the real one.
    case beurerZeroComposition = "beurer_zero_composition"
    /// The device's clock was never set.
    case clockNotSet = "clock_not_set"
    /// The device accepts any passkey.
    case randomPasskey = "random_passkey"
    /// The device sends data only on a link established after the measurement.
    case yonkerConnectAfter = "yonker_connect_after"
    /// The device drops the link if read before it is bonded.
    case bondBeforeRead = "bond_before_read"
}
