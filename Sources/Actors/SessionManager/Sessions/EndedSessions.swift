internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore

/// Marks the records of ended sessions as ended, a slice at a time, so that ending a session commits one row.
struct EndedSessions: ManagerService {
    let parts: ServiceParts

    /// Marks records until cancelled.
    func run() async {
        let clock = environment.clock
        while !Task.isCancelled {
            do {
                if try await store.sessions.saveEnds(at: environment.now()) > 0 { continue }
            } catch {
                logger.warning(
                    "could not mark records of ended sessions as ended; will retry",
                    metadata: ["error": "\(error)"]
                )
            }
            do { try await clock.sleep(for: .seconds(1)) } catch { return }
            await signals.ends.wait(atMost: .seconds(3600), clock: clock)
        }
    }
}
