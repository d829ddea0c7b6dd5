internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import LedgerStore
internal import Logging
internal import MessageBus
internal import StoreEngine
internal import WorkQueue

extension UploadService {
    /// Demands at every connect: the broker holds nothing for who was away.
    func watchConnection() async {
        for await state in context.client.bus.connectionStates() where state == .connected {
            pullSignal.raise()
            ackSignal.raise()
        }
    }

    /// Demands at least every interval, also to show that this worker is there, and starts what a calm has made room for.
    func tick() async {
        while !Task.isCancelled {
            await pause(settings.pullInterval)
            pullSignal.raise()
            workSignal.raise()
        }
    }

    /// Sends demands when woken, one after the other, until cancelled.
    func sendPulls() async {
        for await _ in pullSignal.stream where isSubscribed { await sendPull() }
    }

    private func sendPull() async {
        if !condition.isLedgerWritable {
            condition.isLedgerWritable = await ledger.probe(at: context.environment.now()).isWritable
        }
        // Before the demand, so that what is begun meanwhile is never counted of a ledger that has it not.
        var mark: LedgerMark?
        do {
            mark = try await ledger.mark()
        } catch {
            // Without it the owner frees no lease of before: these run to their end.
            context.logger.warning("the ledger cannot be read for a demand", metadata: ["error": "\(error)"])
        }
        let takes = condition.isLedgerWritable && clock.now >= holdUntil && answers.acks.hasRoom
        let pull = WorkPull(
            worker: context.address.client,
            free: takes ? slots.free : 0,
            freeLive: takes ? slots.freeLive : 0,
            apis: settings.destinationNames.map(WorkPull.Destination.init(rawValue:)),
            pullID: context.environment.newID(),
            openGrants: mark == nil ? nil : openGrants,
            ledger: mark.map { WorkPull.Ledger(id: $0.id, attempts: $0.attempts) },
            seenMark: seen.text
        )
        // Read before sending: the lease counts from here, never from later than the owner's own start.
        pulls.sent(pull.pullID, at: clock.now)
        do {
            try await context.client.publish(UploadWork.pull, hub: settings.ownerHub, data: pull)
            condition.counters.pulls += 1
        } catch let error as BusError where error.isRetriable {
            return  // the next connect or interval demands again
        } catch {
            context.logger.warning("a demand for work was not sent", metadata: ["error": "\(error)"])
        }
    }
}
