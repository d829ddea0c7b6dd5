internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import JobStore
internal import Logging
internal import MessageBus
internal import Outbox
internal import PictureParts
internal import VitalRecords

extension PictureWorker {
    /// Reads what is granted, one picture after the other, until cancelled.
    func work() async {
        while !Task.isCancelled {
            guard !waiting.isEmpty else {
                await workWake.wait(atMost: .seconds(60), clock: context.environment.clock)
                continue
            }
            let held = waiting.removeFirst()
            current = held
            // The next one may come while this one is read.
            pullWake.signal()
            let outcome = await outcome(of: held)
            count(outcome)
            current = nil
            add(outcome)
        }
    }

    private func outcome(of held: Held) async -> OCRAck.Outcome {
        let item = held.item
        do {
            guard let bytes = try await bytes(of: held) else { return OCRAck.Outcome(item, .release) }
            // On disk first: if the picture ends this process, the next one tells.
            try await keeper.store.begin(BegunPicture(job: item.jobID, fence: item.fence))
            let (engine, wish) = (engine, item.wish)
            let seen = try await lane.run { try engine.read(bytes, wish) }
            return try await outcome(item, seen)
        } catch let refusal as UnreadablePicture {
            return OCRAck.Outcome(item, .failed, error: WireFault(refusal.busError))
        } catch PieceReader.Failure.damaged {
            let message = "the picture that came is not the one that was granted"
            return OCRAck.Outcome(item, .retry, error: WireFault(BusError(.internalError, message, isRetriable: true)))
        } catch is PieceReader.Failure {
            return OCRAck.Outcome(item, .release)
        } catch {
            problem = WireFault(
                code: "storeUnavailable",
                message: "a reading cannot be kept: look at the disk",
                retriable: true
            )
            context.logger.warning("a reading cannot be kept", metadata: ["error": "\(error)"])
            let fault = WireFault(BusError(.storeUnavailable, "the worker cannot keep the reading", isRetriable: true))
            return OCRAck.Outcome(item, .retry, error: fault)
        }
    }

    private func bytes(of held: Held) async throws -> [UInt8]? {
        let (item, budget, clock) = (held.item, held.budget, clock)
        return try await PieceReader.read(
            sha256: item.sha256,
            size: item.size,
            while: { budget.mayStart(now: clock.now, requestTimeout: .zero) },
            piece: { offset in
                try await context.requests.call(
                    OCRTopics.pictureBytes,
                    hub: ownerHub,
                    PictureBytesRequest(sha256: item.sha256, jobID: item.jobID, fence: item.fence, offset: offset),
                    timeout: .seconds(5)
                )
            }
        )
    }

    /// A reading is in the outbox before anything of it is told.
    private func outcome(_ item: OCRGrant.Item, _ seen: SeenDisplay) async throws -> OCRAck.Outcome {
        guard item.holds, seen.isAccepted || holdsUncertain,
            let hub = HubID(rawValue: item.hub)
        else { return OCRAck.Outcome(item, .done, seen: seen.result(crop: nil)) }
        let origin = ReadingKeeper.Origin(
            key: item.readingKey,
            seat: item.seat.flatMap { SeatID(rawValue: $0) },
            hub: hub,
            seenAt: item.takenAt,
            frames: 1
        )
        guard !forgotten.contains(item.jobID) else { return OCRAck.Outcome(item, .release) }
        if item.notStored == true {
            var outcome = OCRAck.Outcome(item, .done, seen: seen.result(crop: nil))
            outcome.reading = keeper.unkept(seen, origin)
            outcome.disposition = outcome.reading.map { _ in .notStored }
            return outcome
        }
        let kept = try await keeper.keep(seen, origin)
        problem = nil
        var outcome = OCRAck.Outcome(item, .done, seen: seen.result(crop: kept?.crop), reading: kept?.reading)
        outcome.disposition = kept.map { _ in .held }
        return outcome
    }

    private func count(_ outcome: OCRAck.Outcome) {
        switch outcome.result {
        case .done:
            lastSuccess = context.environment.now()
            counters[outcome.seen?.refused == nil ? "read" : "refused", default: 0] += 1
        case .failed: counters["failed", default: 0] += 1
        default: counters["released", default: 0] += 1
        }
        context.activity.note("picture read", ["job": outcome.jobID, "result": outcome.result.rawValue])
    }

    /// Tells the owner what came of it, again and again until that is confirmed.
    func tell() async {
        let clock = context.environment.clock
        var failures = 0
        while !Task.isCancelled {
            guard !outcomes.isEmpty else {
                await tellWake.wait(atMost: .seconds(60), clock: clock)
                continue
            }
            let told = Array(outcomes.prefix(8))
            let confirmed = await confirmations(told)
            // Before the outcomes go: a worker that ends waits for them only.
            if !confirmed.isEmpty { await forgetBegun(confirmed) }
            outcomes.removeAll { outcome in
                confirmed.contains { $0.jobID == outcome.jobID && $0.fence == outcome.fence }
            }
            if !confirmed.isEmpty {
                failures = 0
                pullWake.signal()
            } else {
                failures += 1
                let pause = Backoff(base: .milliseconds(250), cap: .seconds(10))
                    .delay(attempt: failures, random: .random(in: 0.5...1))
                try? await clock.sleep(for: pause)
            }
        }
    }

    private func confirmations(_ told: [OCRAck.Outcome]) async -> [OCRConfirmed.Item] {
        let ack = OCRAck(worker: context.address.client, outcomes: told)
        do {
            if let settle { return try await settle(ack).confirmed }
            let bytes = try await context.requests.callRaw(OCRWork.ack, hub: ownerHub, ack, timeout: .seconds(5))
            let reply = try Envelope<ReplyPayload<OCRConfirmed>>.decode(bytes).data
            if let fault = reply.error { throw fault.error }
            return reply.ok?.confirmed ?? []
        } catch {
            context.logger.info("what was read waits for the dispatcher", metadata: ["error": "\(error)"])
            return []
        }
    }
}
