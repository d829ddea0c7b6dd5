internal import BusContract
internal import DeliveryRules
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// The parts of a grant's message to one worker.
struct GrantPieces: Sendable {
    let seal: GrantSeal
    let worker: String

    /// A record's item as JSON, with the record's saved bytes; nil for bytes that would spoil the message.
    func item(_ grant: Grant) -> [UInt8]? {
        let record = Array(grant.record)
        guard JSONCheck.isObject(record), let name = LogID(rawValue: grant.logID),
            let logID = LogID(rawValue: grant.recordLogID ?? grant.logID)
        else { return nil }
        let frame = ItemFrame(
            logID: logID,
            delivery: grant.recordLogID == nil ? nil : name,
            revision: grant.revision,
            fence: seal.number(grant.fence, of: grant.logID, for: worker),
            sessionID: grant.sessionID,
            apiVersion: CloudAPI(rawValue: grant.api),
            isUpdate: grant.isUpdate,
            serverID: grant.serverID,
            possiblySent: grant.possiblySent,
            isDeletion: grant.isDeletion ? true : nil,
            isLive: !grant.isHistory,
            sentAgoSeconds: grant.sentAgo.map { Int(clamping: $0.components.seconds) },
            // Rounded up, so that the time is never too short.
            underWaySeconds: grant.sentAgo == nil
                ? nil : Int(clamping: (grant.underWay.wholeMilliseconds + 999) / 1_000)
        )
        do {
            var item = try SplicedObject(frame)
            item.append("record", json: record)
            return item.encoded
        } catch {
            return nil
        }
    }

    /// An image's part of a message; nil if the names in its row are not valid in a message.
    func image(_ grant: Grant) -> UploadGrant.Image? {
        guard let job = grant.image, let id = LogID(rawValue: grant.logID),
            let record = LogID(rawValue: job.recordLogID)
        else { return nil }
        return UploadGrant.Image(
            imageID: id,
            logID: record,
            recordID: job.recordID,
            fence: seal.number(grant.fence, of: grant.logID, for: worker),
            sessionID: grant.sessionID,
            apiVersion: CloudAPI(rawValue: ImageDestination.api(of: grant.api) ?? grant.api),
            contentType: ImageContentType(rawValue: job.contentType),
            size: job.size,
            sha256: job.sha256,
            possiblySent: grant.possiblySent
        )
    }

    /// A granted record's item without the record.
    private struct ItemFrame: Encodable {
        var logID: LogID
        var delivery: LogID?
        var revision: Int
        var fence: Int64
        var sessionID: String
        var apiVersion: CloudAPI
        var isUpdate: Bool
        var serverID: String?
        var possiblySent: Bool
        var isDeletion: Bool?
        var isLive: Bool?
        var sentAgoSeconds: Int?
        var underWaySeconds: Int?
    }
}
