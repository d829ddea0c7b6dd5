internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import JobStore
internal import MessageBus
internal import VitalRecords

extension PhotoDesk {
    /// Accepts a job, which is done even if this process ends now; a repeat returns its progress.
    func accept(_ body: RecognizePicture, id: String) async throws -> OCRJob {
        if let known = try await store.job(id)?.forCaller { return known }
        if let seat = body.seat { try BusAddress.check(seat, as: "seat") }
        let now = context.environment.now()
        if let takenAt = body.takenAt, takenAt > now.addingTimeInterval(86_400) {
            throw BusError(.invalidArgument, message: "takenAt is more than a day in the future")
        }
        guard try await store.depths().waiting < Self.waitingLimit else {
            throw BusError(
                .busy,
                message: "\(Self.waitingLimit) pictures are queued: try again when some are read",
                isRetriable: true
            )
        }
        guard let picture = try await store.picture(body.sha256) else { throw Self.unknown }
        let job = StoredJob(
            id: id,
            readingKey: ReadingKey.random().rawValue,
            picture: body.sha256,
            body: Data(try WireJSON.encode(JobBody(body, picture: picture, now: now))),
            seat: body.seat
        )
        guard let accepted = try await store.accept(job, at: now)?.forCaller else { throw Self.unknown }
        workWake.signal()
        context.activity.note("picture accepted", ["job": id])
        return accepted
    }

    /// Cancels jobs.
    func cancel(_ id: String?) async throws -> [String] {
        let ended = try await store.cancel(id, at: context.environment.now())
        if !ended.isEmpty { tellWake.signal() }
        return ended
    }
}
