package import BusContract
internal import DeliveryRules
internal import LedgerStore
internal import VitalRecords

/// The granted work: a record or an image.
package enum GrantedWork: Sendable, Hashable {
    /// A record to be made, changed or deleted.
    case record(UploadGrant.Item)
    /// An image of a record that is at the destination.
    case image(UploadGrant.Image)

    /// The grant's name.
    package var key: WorkKey {
        switch self {
        case .record(let item): WorkKey(logID: item.deliveryName, fence: item.fence)
        case .image(let image): WorkKey(logID: image.imageID, fence: image.fence)
        }
    }

    /// The granted revision; an image has one only.
    package var revision: Int {
        switch self {
        case .record(let item): item.revision
        case .image: 1
        }
    }

    /// Whether it goes before history.
    package var isLive: Bool {
        switch self {
        case .record(let item): item.isLive ?? true
        case .image: false
        }
    }

    /// The destination, with its images.
    package var lane: String {
        switch self {
        case .record(let item): item.apiVersion.rawValue
        case .image(let image): image.apiVersion.rawValue
        }
    }

    /// The subject of its outcome's problems: the destination, or the destination's images.
    var destination: String {
        switch self {
        case .record(let item): item.apiVersion.rawValue
        case .image(let image): ImageDestination.name(of: image.apiVersion.rawValue)
        }
    }

    /// The log's description of it.
    var facts: [String: String] {
        switch self {
        case .record(let item): ["type": item.record.type.rawValue, "logID": item.record.logID.rawValue]
        case .image(let image): ["type": "image", "logID": image.logID.rawValue]
        }
    }
}
