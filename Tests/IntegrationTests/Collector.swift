import MessageBus

/// Reads a subscription to its end and remembers the payloads in order.
actor Collector {
    private(set) var texts: [String] = []

    /// Reads until cancelled, with a pause every few messages where the reader is to be slow.
    func read(_ subscription: BusSubscription, pauseEvery interval: Int? = nil) async {
        for await message in subscription {
            texts.append(String(decoding: message.payload, as: UTF8.self))
            if let interval, texts.count.isMultiple(of: interval) { try? await Task.sleep(for: .milliseconds(1)) }
        }
    }
}
