internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import JobStore
internal import Logging
internal import MessageBus
internal import StoreEngine
internal import WorkQueue

extension PictureDispatcher {
    /// Erases a seat's jobs and pictures; when it returns nothing of them is told any more.
    ///
    /// What a worker has of them it cannot settle, and its lease gives it no more bytes.
    ///
    /// - Throws: `StoreError`.
    func erase(seat: String) async throws -> (jobs: Int, pictures: Int) {
        let erased = try await store.erase(seat: seat)
        try await removeUnneededFiles()
        while let telling, telling.seat == seat { try await telling.end.wait() }
        return erased
    }

    /// Has the other workers that were here lately erase the seat too; one that is away keeps no lease for long.
    func tellWorkers(toErase seat: String) async {
        for demand in desk.book.open(now: line.clock.now) where demand.worker != context.address.client {
            let grant = OCRGrant(
                worker: demand.worker,
                pullID: demand.pullID,
                leaseSeconds: 0,
                items: [],
                erasedSeat: seat
            )
            do {
                try await context.client.publish(OCRWork.grant, values: ["worker": demand.worker], data: grant)
            } catch {
                let facts: Logger.Metadata = ["worker": "\(demand.worker)", "error": "\(error)"]
                context.logger.warning("a worker was not told to erase a seat", metadata: facts)
            }
        }
    }
}
