import DeliveryRules

extension GrantCopy {
    /// The small fields in one number.
    var packed: UInt64 {
        var bits = UInt64(pullAge) << 2 | (hasEarlierUnderWay ? 1 : 0) | (wire?.wasRepeated == true ? 2 : 0)
        bits = bits << 8 | UInt64(phase.rawValue)
        bits = bits << 8 | UInt64(told)
        bits = bits << 4 | UInt64(ack.map { $0.rawValue + 1 } ?? 0)
        bits = bits << 4 | UInt64(worker) << 2 | UInt64(revision)
        bits = bits << 1 | (isOfEarlierStart ? 1 : 0)
        bits = bits << 4 | (isRecent ? 1 : 0) | (ledger == nil ? 0 : 2) | (ledger?.unconfirmedOutcome == nil ? 0 : 4)
        if let ledger, case .confirmedByOwner = ledger.state { bits |= 8 }
        guard let wire else { return bits << 16 }
        return bits << 16 | UInt64(wire.status) << 4 | UInt64(wire.age) << 2 | (wire.hasArrived ? 2 : 1)
    }
}
