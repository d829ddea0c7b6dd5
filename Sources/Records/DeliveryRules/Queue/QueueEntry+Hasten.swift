extension QueueEntry {
    /// An operator asks to try now: a record that waits for a later time need not wait any longer.
    public mutating func hasten() -> [DeliveryAction] {
        guard case .pending(let notBefore) = state, notBefore != .zero else { return [.ignore(.notPending)] }
        state = .pending(notBefore: .zero)
        return [.persist]
    }
}
