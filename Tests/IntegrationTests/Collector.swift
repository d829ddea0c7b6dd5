import MessageBus

/// Reads a subscription to its end and stores the payloads in order.
actor Collector {
    private(set) var texts: [String] = []

    /// Reads until cancelled; an interval makes it slow by a pause after that many messages.
    func read(_ subscription: BusSubscription, pauseEvery interval: Int? = nil) async {
        for await message in subscription {
            texts.append(String(decoding: message.payload, as: UTF8.self))
            if let interval, texts.count.isMultiple(of: interval) { try? await Task.sleep(for: .milliseconds(1)) }
        }
    }
}
