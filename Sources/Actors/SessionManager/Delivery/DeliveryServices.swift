internal import ActorRuntime
internal import BusContract
internal import MessageBus
internal import QueueStore

/// The services of the queue: its grants, its acknowledgements and its notifications.
struct DeliveryServices: Sendable {
    /// Publishes how far the store has come, and compares that with what other processes have seen.
    let marks: StoreMarks
    let dispatcher: GrantDispatcher
    let asker: CredentialAsker
    let acknowledgements: DeliveryService
    let relay: NotificationRelay

    init(_ parts: ServiceParts) {
        let (context, settings, signals) = (parts.context, parts.settings, parts.signals)
        marks = StoreMarks(
            parts.store,
            seal: parts.seal,
            witness: SessionManagerActor.witness(context),
            backups: BackupWatch(folder: context.stateDirectory),
            logger: context.logger
        )
        let line = OwnerLine(
            client: context.client,
            logger: context.logger,
            clock: parts.clock,
            term: settings.lease,
            seal: parts.seal,
            wake: signals.grants,
            changes: signals.changes
        )
        asker = CredentialAsker(line, store: parts.store, backoff: settings.backoff)
        dispatcher = GrantDispatcher(
            line,
            store: parts.store,
            marks: marks,
            asker: asker,
            rates: settings.rates,
            backoff: settings.backoff
        ) {
            signals.deliveryMoved()
        }
        acknowledgements = DeliveryService(parts: parts, dispatcher: dispatcher, asker: asker)
        relay = NotificationRelay(parts: parts)
    }
}
