/// What two frames of one measurement have in common.
public enum PartnerKey: Hashable, Sendable {
    /// A glucose measurement and its context: the record's number, within one link.
    case glucoseRecord(sequence: UInt16)
    /// A weight and a body composition: the weighing's time and the scale's number for its user.
    case weighing(time: GATTDateTime, user: UInt8?)
}
