// Values for tests, which change nothing.
extension MosquittoConnection {
    /// Whether a publish waits for its answer.
    package var isAnswerDue: Bool { publishing.isAnswerDue }

    /// The number of publishes that wait for their turn.
    package var waitingPublishCount: Int { publishing.waitingCount }

    /// The number of calls that wait for a subscription.
    package var waitingSubscribeCount: Int { subscribing.waitingCount }

    /// The number of messages passed to the consumer's buffer so far.
    package var receivedCount: Int { intake.receivedCount }
}
