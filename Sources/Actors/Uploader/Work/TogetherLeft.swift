internal import DeliveryRules

/// What is left of records that went together, or were to.
struct TogetherLeft: Sendable {
    /// A record that goes by itself.
    struct Alone: Sendable {
        let held: HeldItem
        /// Whether its attempt stands in the ledger: the common request was refused, and nothing of it arrived.
        var hasBegun = false
        /// How many requests it took already.
        var requests = 0
    }

    /// Those that go by themselves now.
    var alone: [Alone] = []
    /// Those that may have arrived: told when their request can no longer arrive.
    var doubtful: [(held: HeldItem, outcome: UploadOutcome)] = []
    /// When the last of those requests left.
    var sent: BootInstant?
}
