internal import BusContract
internal import VitalRecords

/// A granted record with all that its delivery needs.
struct RecordDelivery: Sendable {
    let held: HeldItem
    let destination: any Destination
    let access: SessionCredentials
    /// Whether an earlier attempt may have reached the destination.
    let isInDoubt: Bool

    var item: UploadGrant.Item { held.item }
    var record: VitalRecord { held.item.record }
    /// Whether the destination may have an earlier revision, so that finding the record there proves nothing.
    var mayBeOlderThere: Bool { item.isUpdate || item.revision > 1 }
}
