extension QueueEntry {
    /// Makes a delayed record due now, at an operator's request.
    public mutating func hasten() -> [DeliveryAction] {
        guard case .pending(let notBefore) = state, notBefore != .zero else { return [.ignore(.notPending)] }
        state = .pending(notBefore: .zero)
        return [.persist]
    }
}
