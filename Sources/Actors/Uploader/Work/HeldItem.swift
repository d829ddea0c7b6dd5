package import BusContract
package import DeliveryRules
internal import VitalRecords

/// Granted work and until when it may be sent.
package struct HeldItem: Sendable, Hashable {
    /// The granted item.
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

    /// The grant's name.
    package var key: WorkKey { work.key }
    /// Whether it goes before history.
    package var isLive: Bool { work.isLive }
    /// Its destination: a blocked one takes no places from the others.
    package var lane: String { work.lane }
    /// The record; nil for an image.
    package var record: UploadGrant.Item? { work.record }
}

extension GrantedWork {
    /// What records have in common that may go into one request.
    package struct Group: Sendable, Hashable {
        let sessionID: String
        let api: String
        let type: RecordType
        /// History never holds up a live record by going with it.
        let isLive: Bool
    }

    /// The record; nil for an image.
    var record: UploadGrant.Item? { if case .record(let item) = self { item } else { nil } }

    /// The group of items that may share its request; nil for an item that is sent alone.
    ///
    /// Those are changes, deletions, and items that the destination may already have in part.
    package var group: Group? {
        guard let item = record, !item.possiblySent, !item.isUpdate, item.isDeletion != true, item.revision <= 1 else {
            return nil
        }
        return Group(sessionID: item.sessionID, api: item.apiVersion.rawValue, type: item.record.type, isLive: isLive)
    }
}
