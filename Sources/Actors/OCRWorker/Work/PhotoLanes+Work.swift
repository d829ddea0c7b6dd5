internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import ImageCleaning
internal import JobStore
internal import Logging
internal import MessageBus
internal import StoreEngine
internal import VitalRecords

extension PhotoLanes {
    /// Reads a stored photo, and saves its reading in the outbox before any of it is published.
    func outcome(of job: StoredJob, lane: EngineLane) async -> JobStore.Outcome {
        guard let body = JobBody(job), let key = ReadingKey(rawValue: job.readingKey) else { return unreadable(job) }
        do {
            guard let bytes = try await desk.pictures.read(body.file, offset: 0, count: body.size),
                CleanImage.sha256(of: bytes) == body.file
            else { return .failed(Self.damaged) }
            let (engine, wish) = (engine, body.wish)
            let seen = try await lane.run { try engine.read(bytes, wish: wish) }
            guard forgotten[job.id] == nil, try await desk.store.job(job.id)?.state == .reading else { return .again }
            let outcome = try await keep(seen, key: key, body: body)
            problem = nil
            return .done(Data(try WireJSON.encode(outcome)))
        } catch let refusal as UnreadablePicture {
            let fault = WireFault(refusal.busError)
            return .failed(JobFailure(code: fault.code.cut(toBytes: 64), message: fault.message.cut(toBytes: 512)))
        } catch {
            noteTrouble(error)
            return .again
        }
    }

    private static let damaged = JobFailure(
        code: "damaged",
        message: "the picture's file is gone or damaged: submit it again, and check the disk"
    )

    private func keep(_ seen: SeenDisplay, key: ReadingKey, body: JobBody) async throws -> PhotoOutcome {
        guard body.holds, seen.isAccepted || holdsUncertain, let hub = HubID(rawValue: context.address.hub) else {
            return PhotoOutcome(seen: seen.result(crop: nil))
        }
        let origin = ReadingKeeper.Origin(
            key: key,
            seat: body.seat.flatMap { SeatID(rawValue: $0) },
            hub: hub,
            seenAt: body.takenAt,
            frames: 1
        )
        if desk.defaultUsers.isAt(body.seat, at: body.takenAt) {
            let reading = keeper.unkept(seen, origin: origin)
            return PhotoOutcome(
                seen: seen.result(crop: nil),
                reading: reading,
                disposition: reading.map { _ in .notStored }
            )
        }
        let kept = try await keeper.keep(seen, origin: origin)
        return PhotoOutcome(
            seen: seen.result(crop: kept?.crop),
            reading: kept?.reading,
            disposition: kept.map { _ in .held }
        )
    }

    /// Counts a photo's outcome.
    func count(_ outcome: JobStore.Outcome, of id: String) {
        let word: String
        switch outcome {
        case .done(let content):
            lastSuccess = context.environment.now()
            word = PhotoOutcome(content)?.seen?.refused == nil ? "read" : "refused"
        case .failed: word = "failed"
        case .again: word = "again"
        }
        counters[word, default: 0] += 1
        context.activity.note("picture read", ["job": id, "result": word])
    }

    /// Reports that storing to disk failed.
    func noteTrouble(_ error: any Error) {
        guard !(error is CancellationError) else { return }
        problem = WireFault(
            code: "storeUnavailable",
            message: "a reading cannot be stored: check the disk",
            retriable: true
        )
        context.logger.warning("could not store a reading", metadata: ["error": "\(error)"])
    }

    private func unreadable(_ job: StoredJob) -> JobStore.Outcome {
        unreadableRows += 1
        context.logger.error(
            "cannot read a stored job, so it is rejected: submit the picture again, and check the disk",
            metadata: ["job": "\(job.id)", "code": "\(FaultCodes.unreadableRow)"]
        )
        return .failed(JobFailure(code: FaultCodes.unreadableRow, message: "the saved job cannot be read"))
    }

    /// Stops the reading of a seat's photos, and erases the seat's readings.
    ///
    /// After it returns, no photo of the seat is read or stored any more. Call it after the seat's jobs are deleted.
    ///
    /// - Returns: The number of erased readings that waited for the session manager.
    /// - Throws: `StoreError`.
    func forget(seat: String) async throws -> Int {
        let found = try await beginLock.withLock { underWay.filter { $0.value == seat }.map(\.key) }
        for id in found where underWay[id] != nil {
            // The reading may be about to be stored, so the outbox is searched after its end.
            let end = forgotten[id] ?? WakeUpAll()
            forgotten[id] = end
            try await end.wait()
        }
        return try await keeper.erase(seat: seat)
    }
}
