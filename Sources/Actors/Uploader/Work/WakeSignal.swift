/// Wakes one loop.
///
/// Holds one element at most: wake-ups that come while the loop works become one.
struct WakeSignal: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Wakes the loop, now or when it comes around.
    func raise() { continuation.yield() }
}
