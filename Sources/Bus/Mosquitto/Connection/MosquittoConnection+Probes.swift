// What tests look at; nothing here changes anything.
extension MosquittoConnection {
    /// Whether a publish waits for its answer.
    package var isAnswerDue: Bool { publishing.isAnswerDue }

    /// How many publishes wait for their turn.
    package var waitingPublishCount: Int { publishing.waitingCount }

    /// How many calls wait for a subscription.
    package var waitingSubscribeCount: Int { subscribing.waitingCount }

    /// How many messages went to the consumer's buffer so far.
    package var receivedCount: Int { intake.receivedCount }
}
