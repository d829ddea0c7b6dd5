internal import ActorRuntime
internal import BusContract
internal import Logging
internal import MessageBus
internal import VitalRecords
internal import WorkQueue

extension PictureWorker {
    /// Erases what the worker has of a seat; when it returns nothing of it is read or kept any more.
    ///
    /// - Returns: How many readings waited for the session manager.
    /// - Throws: `StoreError`.
    func forget(seat: String) async throws -> Int {
        desk.slots.drop { $0.seat == seat }
        desk.answers.acks.drop { $0.reading?.seat?.rawValue == seat }
        for item in desk.slots.underWay where item.seat == seat && desk.slots.holds(item.key) {
            // It may be about to be kept: the outbox is looked through afterwards.
            let end = forgotten[item.jobID] ?? WakeUpAll()
            forgotten[item.jobID] = end
            try await end.wait()
        }
        desk.answers.acks.drop { $0.reading?.seat?.rawValue == seat }
        return try await keeper.erase(seat: seat)
    }

    /// Does what the owner of the queue asks for where a seat is erased.
    func obey(_ seat: String) async {
        do {
            _ = try await forget(seat: seat)
        } catch {
            context.logger.warning("traces of an erased seat stay", metadata: ["error": "\(error)"])
        }
    }
}
