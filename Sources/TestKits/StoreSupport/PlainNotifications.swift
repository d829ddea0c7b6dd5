package import DeliveryRules
package import Foundation
package import QueueStore

/// Notifications whose data contain only the event.
package struct PlainNotifications: QueueNotifications {
    /// Creates the writer.
    package init() {}

    package func notification(for action: DeliveryAction, record: StoredRecord, at: Date) -> NewNotification? {
        let (type, revision): (String, Int) =
            switch action {
            case .recordSubmitted(let revision, _): ("recordSubmitted", revision)
            case .recordDeleted(let revision): ("recordDeleted", revision)
            case .submissionFailed(let revision, _): ("submissionFailed", revision)
            case .submissionRetrying(let revision, _, _): ("submissionRetrying", revision)
            default: ("", 0)
            }
        guard !type.isEmpty else { return nil }
        let text = "\(record.entry.logID) \(revision) " + String(decoding: record.record, as: UTF8.self)
        return NewNotification(
            id: UUID().uuidString,
            type: type,
            hub: record.hub,
            seat: record.seat,
            data: Data(text.utf8),
            time: at
        )
    }

    package func notification(for image: StoredImage, error: DeliveryError?, at: Date) -> NewNotification? {
        let words = error.map { [$0.code] } ?? [image.mediaID, image.mediaURL].compactMap { $0 }
        let text = ([image.id, image.state.rawValue] + words).joined(separator: " ")
        return NewNotification(
            id: UUID().uuidString,
            type: "image",
            hub: image.hub,
            seat: image.seat,
            data: Data(text.utf8),
            time: at
        )
    }

    package func sessionEnded(_ session: StoredSession, unsynced: Int, first: [StoredRecord], at: Date)
        -> NewNotification?
    {
        NewNotification(
            id: UUID().uuidString,
            type: "sessionEnded",
            hub: "site",
            seat: session.seat,
            data: Data("\(session.id) \(unsynced)".utf8),
            time: at
        )
    }
}
