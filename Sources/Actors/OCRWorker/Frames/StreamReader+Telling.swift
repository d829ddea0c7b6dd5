internal import ActorRuntime
internal import BusContract
internal import DurableStore
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import VitalRecords

extension StreamReader {
    /// Tells what a frame shows, its picture by reference, and neither values nor picture where they are not shared.
    func tell(_ seen: SeenDisplay, _ number: Int, _ plan: Plan) async {
        let crop =
            sharesValues ? crops.add(seen.crop, of: plan.id, seat: plan.body.seat, at: context.environment.now()) : nil
        let result = seen.result(crop: crop)
        let data = OCRDidProcessResult(
            seat: plan.body.seat,
            hub: hub.rawValue,
            jobID: plan.id,
            frame: number,
            result: sharesValues ? result : result.withoutValues
        )
        _ = try? await context.client.publish(
            OCRTopics.ocrDidProcessResult,
            id: "\(plan.id)-\(number)",
            data: data
        )
    }

    /// Keeps and tells what the frames agree on.
    ///
    /// - Returns: Whether there is a reading.
    /// - Throws: `StoreError` where it cannot be kept.
    func complete(_ agreement: SeenFrame.Agreement, _ plan: Plan) async throws -> Bool {
        let seen = agreement.display
        let origin = ReadingKeeper.Origin(
            key: plan.key,
            seat: plan.body.seat.flatMap { SeatID(rawValue: $0) },
            hub: hub,
            seenAt: context.environment.now(),
            frames: agreement.frames
        )
        guard let kept = try await keeper.keep(seen, origin) else { return false }
        let data = OCRDidCompleteReading(
            seat: plan.body.seat,
            hub: hub.rawValue,
            jobID: plan.id,
            record: sharesValues ? kept.reading : kept.reading.withoutValues,
            crop: kept.crop,
            metadata: .init(
                frames: agreement.frames,
                agreement: agreement.share,
                confidence: seen.confidence,
                accepted: seen.isAccepted,
                fields: sharesValues ? seen.fields : []
            )
        )
        _ = try? await context.client.publish(
            OCRTopics.ocrDidCompleteReading,
            id: "\(plan.id)-reading",
            data: data
        )
        return true
    }

    /// Tells why a camera gives no frames.
    ///
    /// - Returns: Why the stream ends.
    func unavailable(_ plan: Plan, _ trouble: FeedTrouble) async -> String {
        context.logger.warning("a camera gives no frames", metadata: ["reason": "\(trouble.message)"])
        guard trouble.isUnavailable else { return "failed" }
        let data = OCRCameraUnavailable(
            seat: plan.body.seat,
            hub: hub.rawValue,
            jobID: plan.id,
            source: plan.body.source,
            reason: trouble.reason
        )
        _ = try? await context.client.publish(
            OCRTopics.ocrCameraUnavailable,
            id: "\(plan.id)-camera",
            data: data
        )
        return "failed"
    }
}
