internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import StoreEngine

/// Ticks the services, recovers frames, resends assignments and deletes old frames.
@ReaderIsolation struct Housekeeping: ReaderService {
    let foundation: ReaderFoundation
    let claims: ClaimService
    let foreground: ForegroundReader
    let assignments: AssignmentRequests
    let adverts: AdvertReader
    /// Decides whether the clock is reliable enough to delete frames by age.
    let retention: RetentionGate

    /// Ticks twice a second until cancelled.
    func run() async {
        var sweepAt = environment.steady()
        var recoverAt = sweepAt
        while !Task.isCancelled {
            do { try await environment.clock.sleep(for: .milliseconds(500)) } catch { return }
            let (now, wall) = (environment.steady(), environment.now())
            await schedule.tick(at: now)
            await claims.tick(at: now)
            await adverts.tick(at: wall)
            await foreground.tick(at: now)
            if now >= recoverAt {
                recoverAt = now.addingTimeInterval(10)
                await recoverBetweenReadings()
                if !foreground.isPairing { assignments.retry() }
            }
            if now >= sweepAt {
                sweepAt = now.addingTimeInterval(3600)
                await deleteOldFrames(at: wall)
            }
        }
    }

    /// Retries frames whose readings could not be committed, while the radio is free.
    private func recoverBetweenReadings() async {
        do {
            let depth = try await store.depth()
            guard depth.undecodedFrames > 0 || depth.openLinks > 0, !adverts.isHolding else { return }
            try await lock.withRadioIfFree { try await foundation.recovery.recover() }
        } catch {
            logger.warning(
                "could not recover undecoded frames; they stay on disk, will retry",
                metadata: ["error": "\(error)"]
            )
        }
    }

    private func deleteOldFrames(at now: Date) async {
        guard retention.mayDelete(at: now) else { return }
        do {
            let oldest = now.addingTimeInterval(-settings.framesKept)  // In range: a Double.
            _ = try await store.deleteDecodedFrames(before: oldest)
        } catch {
            logger.warning(
                "could not delete frames older than frames.keep; will retry in an hour",
                metadata: ["error": "\(error)"]
            )
        }
    }
}
