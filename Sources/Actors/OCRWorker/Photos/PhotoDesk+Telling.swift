internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import JobStore
internal import Logging
internal import MessageBus
internal import VitalRecords

extension PhotoDesk {
    /// Publishes jobs' ends until cancelled; after a crash they are repeated with the same ids.
    func tellEnds() async {
        let clock = context.environment.clock
        while !Task.isCancelled {
            do {
                let ended = try await store.untold(limit: 32)
                for job in ended { try await tellEnd(of: job) }
                if ended.isEmpty { await tellWake.wait(atMost: .seconds(60), clock: clock) }
            } catch {
                context.logger.info(
                    "could not publish results of pictures; will retry in a second",
                    metadata: ["error": "\(error)"]
                )
                do { try await clock.sleep(for: .seconds(1)) } catch { return }
            }
        }
    }

    private func tellEnd(of job: StoredJob) async throws {
        let end = WakeUpAll()
        telling = job.seat.map { ($0, end) }
        defer {
            telling = nil
            end.open()
        }
        // The job may have been erased since the query.
        guard try await store.job(job.id) != nil else { return }
        try await tell(job)
        try await store.markTold(job.id)
    }

    private func tell(_ job: StoredJob) async throws {
        switch job.state {
        case .done:
            guard let outcome = job.told, let seen = outcome.seen else {
                context.logger.error(
                    "cannot read the stored result of a picture, so it is not published",
                    metadata: ["job": "\(job.id)", "code": "\(FaultCodes.unreadableRow)"]
                )
                return try await tellCancelled(job, reason: .failed)
            }
            try await tell(job, seen: seen, reading: outcome.reading, fate: outcome.fate)
        case .failed: try await tellCancelled(job, reason: .failed)
        case .cancelled: try await tellCancelled(job, reason: .requested)
        case .waiting, .reading: return
        }
    }

    private func tell(
        _ job: StoredJob,
        seen: DisplayResult,
        reading: Reading?,
        fate: PictureDisposition?
    ) async throws {
        let (hub, client) = (context.address.hub, context.client)
        let result = OCRDidProcessResult(
            seat: job.seat,
            hub: hub,
            jobID: job.id,
            frame: 1,
            result: sharesValues ? seen : seen.withoutValues
        )
        try await client.publish(OCRTopics.ocrDidProcessResult, id: "\(job.id)-result", data: result)
        guard let reading else { return try await tellCancelled(job, reason: .refused) }
        let completed = OCRDidCompleteReading(
            seat: job.seat,
            hub: hub,
            jobID: job.id,
            record: sharesValues ? reading : reading.withheld,
            crop: seen.crop,
            metadata: .init(
                frames: 1,
                agreement: 1,
                confidence: seen.confidence,
                accepted: seen.accepted,
                reasons: seen.reasons,
                fields: sharesValues ? seen.fields : []
            ),
            disposition: fate
        )
        try await client.publish(OCRTopics.ocrDidCompleteReading, id: "\(job.id)-reading", data: completed)
    }

    private func tellCancelled(_ job: StoredJob, reason: OCRDidCancel.Reason) async throws {
        let data = OCRDidCancel(seat: job.seat, hub: context.address.hub, jobID: job.id, reason: reason)
        try await context.client.publish(OCRTopics.ocrDidCancel, id: "\(job.id)-end", data: data)
    }
}

extension DisplayResult {
    /// The result without values, for clients that may not see them.
    var withoutValues: DisplayResult {
        var result = self
        result.text = ""
        result.fields = []
        return result
    }
}
