package import BusContract
package import Delivery
internal import VitalRecords

/// A granted record and until when it may be sent.
package struct HeldItem: Sendable, Hashable {
    /// What was granted.
    package let item: UploadGrant.Item
    /// How long its lease lasts, counted from the demand that it answers.
    package let budget: LeaseBudget

    /// Holds an item.
    package init(_ item: UploadGrant.Item, budget: LeaseBudget) {
        self.item = item
        self.budget = budget
    }

    /// Whether it goes before history.
    package var isLive: Bool { item.isLive ?? true }

    /// The grant's name.
    package var key: WorkKey { WorkKey(logID: item.record.logID, fence: item.fence) }
}
