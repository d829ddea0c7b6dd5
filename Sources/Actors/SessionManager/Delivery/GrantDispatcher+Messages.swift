internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import VitalRecords

extension GrantDispatcher {
    /// Sends leased records to their worker in as many messages as they need, and rejects a record that fits no
    /// message.
    func send(_ granted: [Grant], to demand: PullBook.Demand) async {
        let stuck = granted.filter { !$0.isImage && $0.record.count > Self.bytesPerRecord }
        let sendable = stuck.isEmpty ? granted : granted.filter { !stuck.contains($0) }
        for part in Self.parts(sendable) { await sendPart(part, to: demand) }
        await refuse(stuck, error: .tooLong)
    }

    private func sendPart(_ grants: [Grant], to demand: PullBook.Demand) async {
        let pieces = GrantPieces(seal: line.seal, worker: demand.worker)
        var (items, images, unreadable): ([[UInt8]], [UploadGrant.Image], [Grant]) = ([], [], [])
        for grant in grants {
            if grant.isImage {
                if let image = pieces.image(grant) {
                    images.append(image)
                } else {
                    unreadable.append(grant)
                }
            } else {
                if let item = pieces.item(grant) { items.append(item) } else { unreadable.append(grant) }
            }
        }
        await refuse(unreadable, error: .unreadableRow)
        guard !items.isEmpty || !images.isEmpty else { return }
        let sent = grants.filter { grant in !unreadable.contains { $0.logID == grant.logID } }
        let frame = GrantFrame(
            worker: demand.worker,
            pullID: demand.pullID,
            leaseSeconds: line.leaseSeconds,
            images: images.isEmpty ? nil : images,
            mark: await marks.text()
        )
        await hand(sent, to: demand) {
            var data = try SplicedObject(frame)
            data.append("items", list: items)
            return try await line.client.publish(
                UploadWork.grant,
                values: ["worker": demand.worker],
                encoded: data.encoded
            )
        }
    }

    /// Settles records that can never be sent as failed, so that they do not block the queue.
    private func refuse(_ grants: [Grant], error: DeliveryError) async {
        guard !grants.isEmpty else { return }
        for grant in grants {
            if error == .unreadableRow {
                noteUnreadable(grant.logID, seat: grant.seat)
            } else {
                line.logger.error(
                    "a record cannot be sent",
                    metadata: ["logID": "\(grant.logID)", "reason": "\(error.message)"]
                )
            }
        }
        await settleOrWait(grants, as: .failed(error))
        onChange()
    }

    static func parts(_ grants: [Grant]) -> [[Grant]] {
        var parts: [[Grant]] = []
        var bytes = 0
        for grant in grants {
            if parts.isEmpty || bytes + grant.record.count > bytesPerGrant {
                parts.append([])
                bytes = 0
            }
            parts[parts.count - 1].append(grant)
            bytes += grant.record.count + 300
        }
        return parts
    }
}

extension GrantDispatcher {
    /// Logs and counts a row that cannot be read; its record is rejected and kept.
    func noteUnreadable(_ logID: String, seat: String?) {
        desk.unreadableRows += 1
        line.logger.error(
            "cannot read a stored record, so it is rejected: list it with 'rejectedRecords', and check the disk",
            metadata: ["logID": "\(logID)", "seat": "\(seat ?? "none")", "code": "\(FaultCodes.unreadableRow)"]
        )
    }

    /// A grant without its records, which are spliced in as they are saved.
    private struct GrantFrame: Encodable {
        var worker: String
        var pullID: String
        var leaseSeconds: Int
        var images: [UploadGrant.Image]?
        var mark: String?
    }
}

extension DeliveryError {
    /// The error of a record that is rejected because it fits no message.
    static let tooLong = DeliveryError(
        code: BusError.Code.payloadTooLarge.rawValue,
        message: "the record is too long for an uploader"
    )
}
