/// A stream of frames, to be walked through once.
///
/// Where frames come by themselves, as from a camera, the newest waits for the reader and older ones are dropped; files
/// wait. Letting go of the stream, or cancelling the task that reads it, ends the source.
package struct Frames: AsyncSequence, Sendable {
    package typealias Element = Frame

    /// How many frames were dropped because a newer one came.
    package let dropped: DropCounter
    private let stream: AsyncThrowingStream<Frame, any Error>

    /// Gives frames when they are asked for; nil ends.
    package init(pulling next: @escaping @Sendable () async throws -> Frame?) {
        dropped = DropCounter()
        stream = AsyncThrowingStream(unfolding: next)
    }

    /// Runs a source that gives frames when it has them.
    ///
    /// - Parameter source: What gives frames to the function that it gets, until it returns, throws or its task is
    ///   cancelled.
    package init(pushing source: @escaping @Sendable (@escaping @Sendable (Frame) -> Void) async throws -> Void) {
        let counter = DropCounter()
        dropped = counter
        stream = AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do {
                    try await source { frame in
                        if case .dropped = continuation.yield(frame) { counter.increase() }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Starts to walk through the frames, which end with a ``FrameSourceError`` where the source fails.
    package func makeAsyncIterator() -> AsyncThrowingStream<Frame, any Error>.Iterator {
        stream.makeAsyncIterator()
    }
}
