internal import ActorRuntime
internal import MessageBus
internal import QueueStore

/// The services of sessions: their starts and ends, their credentials, and what they subscribe to.
struct SessionServices: Sendable {
    let tokens: SessionTokens
    let sessions: SessionService
    let retries: SessionRetryService
    let credentials: CredentialService
    let subscriptions: SubscriptionService
    let ended: EndedSessions

    init(_ parts: ServiceParts, asker: CredentialAsker) {
        let context = parts.context
        tokens = SessionTokens(site: context.client.address.site, siteKey: parts.siteKey)
        credentials = CredentialService(
            store: parts.store,
            asker: asker,
            environment: context.environment,
            logger: context.logger,
            longestWait: parts.settings.credentialsWait
        )
        sessions = SessionService(
            store: parts.store,
            seats: parts.seats,
            units: parts.settings.units,
            tokens: tokens,
            credentials: credentials,
            events: parts.events,
            wallClock: parts.wallClock,
            environment: context.environment,
            activity: context.activity,
            signals: parts.signals
        )
        retries = SessionRetryService(
            store: parts.store,
            seats: parts.seats,
            credentials: credentials,
            environment: context.environment,
            signals: parts.signals
        )
        subscriptions = SubscriptionService(
            store: parts.store,
            seats: parts.seats,
            siteKey: parts.siteKey,
            environment: context.environment,
            activity: context.activity,
            logger: context.logger,
            signals: parts.signals
        )
        ended = EndedSessions(
            store: parts.store,
            environment: context.environment,
            logger: context.logger,
            signals: parts.signals
        )
    }

    /// The operations of the group.
    var handlers: [RequestHandler] {
        sessions.handlers + retries.handlers + credentials.handlers + subscriptions.handlers
    }
}
