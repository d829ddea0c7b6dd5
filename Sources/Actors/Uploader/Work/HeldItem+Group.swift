internal import BusContract
internal import DeliveryRules
internal import VitalRecords

extension HeldItem {
    /// What records have in common that may go into one request.
    package struct Group: Sendable, Hashable {
        let sessionID: String
        let api: String
        let type: RecordType
        /// History never holds up a live record by going with it.
        let isLive: Bool
    }

    /// With which others it may go into one request; nil for what goes by itself: a change, a deletion, and whatever the
    /// destination may have some of already.
    package var group: Group? {
        guard let item = record, !item.possiblySent, !item.isUpdate, item.isDeletion != true, item.revision <= 1 else {
            return nil
        }
        return Group(sessionID: item.sessionID, api: item.apiVersion, type: item.record.type, isLive: isLive)
    }
}
