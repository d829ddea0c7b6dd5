package import BusContract
package import DeliveryRules

/// Granted work and until when it may be sent.
package struct HeldItem: Sendable, Hashable {
    /// What was granted.
    package let work: GrantedWork
    /// How long its lease lasts, counted from the demand that it answers.
    package let budget: LeaseBudget

    /// Holds work.
    package init(_ work: GrantedWork, budget: LeaseBudget) {
        self.work = work
        self.budget = budget
    }

    /// Holds a record.
    package init(_ item: UploadGrant.Item, budget: LeaseBudget) {
        self.init(.record(item), budget: budget)
    }

    /// The record; nil for an image.
    package var record: UploadGrant.Item? { if case .record(let item) = work { item } else { nil } }

    /// Whether it goes before history.
    package var isLive: Bool { work.isLive }

    /// The grant's name.
    package var key: WorkKey { work.key }
}
