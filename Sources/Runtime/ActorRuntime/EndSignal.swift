/// A one-time request to end the process, kept until a waiter receives it.
struct EndSignal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Requests the end.
    func send() {
        continuation.yield()
    }

    /// Returns when the end was requested, or when cancelled; it supports one waiter only.
    func wait() async {
        _ = await stream.first { _ in true }
    }
}
