internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import Logging
internal import MessageBus

/// Deletes finished attempts that are past their time, hourly.
struct LedgerSweeper: Sendable {
    private let context: ActorContext
    private let ledger: LedgerStore
    /// How long finished attempts are kept.
    private let keeps: Duration
    /// Whether the clock is good enough to delete attempts by.
    private let retention: RetentionGate

    init(_ context: ActorContext, ledger: LedgerStore, keeps: Duration) throws {
        self.context = context
        self.ledger = ledger
        self.keeps = keeps
        retention = RetentionGate(
            file: context.stateDirectory.appending(path: "uploader.clock"),
            isTrusted: try context.configuration[CommonSettings.clockTrusted]
        )
    }

    /// Sweeps until cancelled.
    func run(pause: (Duration) async -> Void) async {
        while !Task.isCancelled {
            let oldest = context.environment.now().addingTimeInterval(-Double(keeps.wholeMilliseconds) / 1_000)
            do {
                if retention.mayDelete(at: context.environment.now()) {
                    try await ledger.deleteConfirmed(before: oldest)
                }
            } catch {
                context.logger.warning(
                    "could not delete old attempts from the ledger; will retry in an hour: check the disk",
                    metadata: ["error": "\(error)"]
                )
            }
            await pause(.seconds(3_600))
        }
    }
}
