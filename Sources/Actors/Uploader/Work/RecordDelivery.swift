internal import BusContract
internal import Delivery
internal import VitalRecords

/// A granted record with all that its delivery needs.
struct RecordDelivery: Sendable {
    let held: HeldItem
    let destination: any Destination
    let access: SessionCredentials
    /// Decides what is sent.
    let plan: AttemptPlan

    var item: UploadGrant.Item { held.item }
    var record: VitalRecord { held.item.record }
}
