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
        tokens = SessionTokens(site: parts.context.client.address.site, siteKey: parts.siteKey)
        credentials = CredentialService(parts: parts, asker: asker)
        sessions = SessionService(parts: parts, tokens: tokens, credentials: credentials)
        retries = SessionRetryService(parts: parts, credentials: credentials)
        subscriptions = SubscriptionService(parts: parts)
        ended = EndedSessions(parts: parts)
    }

    /// The operations of the group.
    var handlers: [RequestHandler] {
        sessions.handlers + retries.handlers + credentials.handlers + subscriptions.handlers
    }
}
