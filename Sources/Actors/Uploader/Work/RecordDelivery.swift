internal import BusContract
internal import DeliveryRules
internal import VitalRecords

/// A granted record with all that its delivery needs.
struct RecordDelivery: Sendable {
    let held: HeldItem
    let item: UploadGrant.Item
    let destination: any Destination
    let access: SessionCredentials
    /// Decides what is sent.
    let plan: AttemptPlan

    var record: VitalRecord { item.record }

    /// Whether the owner has to be told that the record was possibly sent: what it knows itself keeps its time.
    var isUnknown: Bool { plan.isInDoubt && !item.possiblySent }
}
