internal import MessageBus

extension LinkInbox {
    /// How long after a link's end its streams may take to end.
    private static let drainLimit = Duration.seconds(10)

    /// Hands on what arrived before a link's end, until its streams are over, and ends its subscriptions.
    func drain(
        _ radio: any LinkRadio,
        clock: any Clock<Duration>,
        elapsed: () -> Duration,
        _ take: ([Event]) async -> Void
    ) async {
        let limit = elapsed() + Self.drainLimit
        while isOpen, elapsed() < limit {
            await take(self.take())
            guard isOpen else { break }
            await wait(atMost: .seconds(1), clock: clock)
        }
        await radio.unsubscribe()
        await take(self.take())
    }
}
