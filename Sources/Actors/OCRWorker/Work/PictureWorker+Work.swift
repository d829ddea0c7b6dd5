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
internal import WorkQueue

extension PictureWorker {
    /// Reads what is granted, one picture after the other.
    func carry(_ group: [HeldWork<OCRGrant.Item>]) async {
        for held in group {
            finish(held, outcome: await outcome(of: held))
            forgotten.removeValue(forKey: held.work.jobID)?.open()
        }
    }

    private func outcome(of held: HeldWork<OCRGrant.Item>) async -> OCRAck.Outcome {
        let item = held.work
        do {
            guard let bytes = try await bytes(of: held) else { return OCRAck.Outcome(item, result: .release) }
            // On disk first: if the picture ends this process, the next one tells.
            try await keeper.store.begin(BegunPicture(job: item.jobID, fence: item.fence))
            let (engine, wish) = (engine, item.wish)
            let seen = try await lane.run { try engine.read(bytes, wish: wish) }
            return try await outcome(item, seen: seen)
        } catch let refusal as UnreadablePicture {
            return OCRAck.Outcome(item, result: .failed, error: WireFault(refusal.busError))
        } catch PieceReader.Failure.damaged {
            let message = "the picture that came is not the one that was granted"
            return OCRAck.Outcome(
                item,
                result: .retry,
                error: WireFault(BusError(.internalError, message: message, isRetriable: true))
            )
        } catch is PieceReader.Failure {
            return OCRAck.Outcome(item, result: .release)
        } catch {
            problem = WireFault(
                code: "storeUnavailable",
                message: "a reading cannot be kept: look at the disk",
                retriable: true
            )
            context.logger.warning("a reading cannot be kept", metadata: ["error": "\(error)"])
            let fault = WireFault(
                BusError(.storeUnavailable, message: "the worker cannot keep the reading", isRetriable: true)
            )
            return OCRAck.Outcome(item, result: .retry, error: fault)
        }
    }

    private func bytes(of held: HeldWork<OCRGrant.Item>) async throws -> [UInt8]? {
        let (item, budget, clock) = (held.work, held.budget, line.clock)
        return try await PieceReader.read(
            sha256: item.sha256,
            size: item.size,
            while: { budget.mayStart(now: clock.now, requestTimeout: .zero) },
            piece: { offset in
                try await context.requests.call(
                    OCRTopics.pictureBytes,
                    hub: line.ownerHub,
                    body: PictureBytesRequest(
                        sha256: item.sha256,
                        jobID: item.jobID,
                        fence: item.fence,
                        offset: offset
                    ),
                    timeout: .seconds(5)
                )
            }
        )
    }

    /// A reading is in the outbox before anything of it is told.
    private func outcome(_ item: OCRGrant.Item, seen: SeenDisplay) async throws -> OCRAck.Outcome {
        guard item.holds, seen.isAccepted || holdsUncertain,
            let hub = HubID(rawValue: item.hub)
        else { return OCRAck.Outcome(item, result: .done, seen: seen.result(crop: nil)) }
        let origin = ReadingKeeper.Origin(
            key: item.readingKey,
            seat: item.seat.flatMap { SeatID(rawValue: $0) },
            hub: hub,
            seenAt: item.takenAt,
            frames: 1
        )
        guard forgotten[item.jobID] == nil else { return OCRAck.Outcome(item, result: .release) }
        if item.notStored == true {
            var outcome = OCRAck.Outcome(item, result: .done, seen: seen.result(crop: nil))
            outcome.reading = keeper.unkept(seen, origin: origin)
            outcome.disposition = outcome.reading.map { _ in .notStored }
            return outcome
        }
        let kept = try await keeper.keep(seen, origin: origin)
        problem = nil
        var outcome = OCRAck.Outcome(item, result: .done, seen: seen.result(crop: kept?.crop), reading: kept?.reading)
        outcome.disposition = kept.map { _ in .held }
        return outcome
    }

    /// Counts an outcome that is put before the owner.
    func note(_ outcome: OCRAck.Outcome, of work: OCRGrant.Item) {
        switch outcome.result {
        case .done:
            lastSuccess = context.environment.now()
            counters[outcome.seen?.refused == nil ? "read" : "refused", default: 0] += 1
        case .failed: counters["failed", default: 0] += 1
        default: counters["released", default: 0] += 1
        }
        context.activity.note("picture read", ["job": outcome.jobID, "result": outcome.result.rawValue])
    }

    /// Tells the owner outcomes, and returns what it confirms.
    func tell(_ outcomes: [OCRAck.Outcome]) async throws -> [GrantName<String>] {
        let ack = OCRAck(worker: context.address.client, outcomes: outcomes)
        let confirmed =
            if let settle { try await settle(ack) } else {
                try await line.ask(OCRWork.ack, ack: ack, for: OCRConfirmed.self)
            }
        return confirmed?.confirmed.map { GrantName($0.jobID, fence: $0.fence) } ?? []
    }

    /// Says why outcomes wait.
    func noteTelling(isConfirmed: Bool, error: (any Error)?) {
        guard let error else { return }
        context.logger.info(
            "the result could not be sent to the dispatcher; it is sent again",
            metadata: ["error": "\(error)"]
        )
    }
}
