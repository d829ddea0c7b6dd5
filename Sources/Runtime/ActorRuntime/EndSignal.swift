/// A one-time request to end the process; kept until the process waits for it.
struct EndSignal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Asks for the end.
    func send() {
        continuation.yield()
    }

    /// Returns when the end was requested, or when cancelled; one waiter only.
    func wait() async {
        _ = await stream.first { _ in true }
    }
}
