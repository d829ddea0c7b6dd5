internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import JobStore
internal import Logging
internal import MessageBus
internal import StoreEngine
internal import VitalRecords

extension StreamReader {
    /// Publishes a frame's result with a reference to its picture, but without values and picture if values are not
    /// shared.
    ///
    /// A preview is available even then, because only the operator who requested it has its key.
    func tell(_ frame: SeenFrame, number: Int, plan: Plan) async {
        let (seen, now) = (frame.display, context.environment.now())
        let crop = sharesValues ? crops.add(seen.crop, of: plan.id, seat: plan.body.seat, at: now) : nil
        let result = seen.result(crop: crop)
        let preview = frame.preview.flatMap { drawn in
            plan.body.previewKey.flatMap { key in
                previews.add(drawn.picture, of: plan.id, seat: plan.body.seat, key: key, at: now).map(drawn.told)
            }
        }
        let data = OCRDidProcessResult(
            seat: plan.body.seat,
            hub: hub.rawValue,
            jobID: plan.id,
            frame: number,
            result: sharesValues ? result : result.withoutValues,
            waits: frame.waits.isEmpty ? nil : frame.waits,
            preview: preview
        )
        do {
            try await context.client.publish(OCRTopics.ocrDidProcessResult, id: "\(plan.id)-\(number)", data: data)
        } catch {
            // The next frame's result replaces this one.
            context.logger.debug("could not publish a frame's result", metadata: ["error": "\(error)"])
        }
    }

    /// Stores and publishes the agreed reading.
    ///
    /// - Returns: The disposition of the reading; nil without one.
    /// - Throws: `StoreError` if it cannot be stored.
    func complete(_ agreement: SeenFrame.Agreement, plan: Plan) async throws -> PictureDisposition? {
        let seen = agreement.display
        let origin = ReadingKeeper.Origin(
            key: plan.key,
            seat: plan.body.seat.flatMap { SeatID(rawValue: $0) },
            hub: hub,
            seenAt: context.environment.now(),
            frames: agreement.frames
        )
        let isDefaultUser = defaultUsers.isAt(plan.body.seat, at: origin.seenAt)
        let kept: (reading: Reading, crop: PictureReference?)?
        if isDefaultUser {
            kept = keeper.unkept(seen, origin: origin).map { ($0, nil) }
        } else {
            kept = try await keeper.keep(seen, origin: origin)
        }
        guard let kept else { return nil }
        let fate = isDefaultUser ? PictureDisposition.notStored : .held
        let data = OCRDidCompleteReading(
            seat: plan.body.seat,
            hub: hub.rawValue,
            jobID: plan.id,
            record: sharesValues ? kept.reading : kept.reading.withheld,
            crop: kept.crop,
            metadata: .init(
                frames: agreement.frames,
                agreement: agreement.share,
                confidence: seen.confidence,
                accepted: seen.isAccepted,
                reasons: seen.toldReasons,
                fields: sharesValues ? seen.fields : []
            ),
            disposition: fate
        )
        await publish(OCRTopics.ocrDidCompleteReading, id: "\(plan.id)-reading", data: data)
        return fate
    }

    /// Publishes why a camera delivers no frames.
    ///
    /// - Returns: Why the stream ends.
    func unavailable(_ plan: Plan, trouble: FeedTrouble) async -> OCRDidCancel.Reason {
        context.logger.warning("a camera delivers no frames", metadata: ["reason": "\(trouble.message)"])
        guard trouble.isUnavailable else { return .failed }
        let data = OCRCameraUnavailable(
            seat: plan.body.seat,
            hub: hub.rawValue,
            jobID: plan.id,
            source: plan.body.source,
            reason: OCRCameraUnavailable.Reason(rawValue: trouble.reason)
        )
        await publish(OCRTopics.ocrCameraUnavailable, id: "\(plan.id)-camera", data: data)
        return .failed
    }

    /// Publishes an important event in a separate task, because the stream's task may be cancelled and then cannot
    /// publish.
    func publish<Payload>(_ topic: Topic<Payload>, id: String, data: Payload) async {
        let client = context.client
        _ = await Task { try await client.publish(topic, id: id, data: data) }.result
    }
}
