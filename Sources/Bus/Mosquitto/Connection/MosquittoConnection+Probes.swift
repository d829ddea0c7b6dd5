// What tests look at; nothing here changes anything.
extension MosquittoConnection {
    /// Whether a publish waits for its answer.
    package var isAnswerDue: Bool { window.isAnswerDue }

    /// How many publishes wait for their turn.
    package var waitingPublishCount: Int { window.waitingCount }

    /// How many calls wait for a subscription.
    package var waitingSubscribeCount: Int { subscribers.count }
}
