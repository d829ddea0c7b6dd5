internal import ActorRuntime
internal import BusContract
internal import JobStore
internal import Logging
internal import MessageBus
internal import WorkQueue

extension PictureWorker {
    /// Tells which pictures were being read when the last process ended: others need not wait for the leases' ends, and
    /// the owner counts it, since a picture may be what ends its workers.
    func tellInterrupted() async {
        do {
            for picture in try await keeper.store.begun() {
                answer(OCRAck.Outcome(jobID: picture.job, fence: picture.fence, result: .interrupted))
            }
        } catch {
            context.logger.warning("what was being read is not known", metadata: ["error": "\(error)"])
        }
    }

    /// Forgets pictures whose end the owner has confirmed; what cannot be forgotten is told once more, and changes nothing.
    func forget(_ settled: [OCRAck.Outcome]) async {
        do {
            try await keeper.store.forget(settled.map { BegunPicture(job: $0.jobID, fence: $0.fence) })
        } catch {
            context.logger.warning("a picture's end is not noted", metadata: ["error": "\(error)"])
        }
    }
}
