import AsyncAlgorithms

/// Passes received messages to the receiver, or to the consumer's buffer, whose fill level decides when to continue
/// reading.
///
/// It never leaves its connection's actor.
final class MessageIntake {
    private typealias Inbox = MultiProducerSingleConsumerAsyncChannel<InboundMessage, Never>

    /// The consumer's end of the buffer.
    let messages: MosquittoMessages

    /// Handles messages on arrival, before the consumer's buffer.
    var receiver: (@Sendable (InboundMessage) -> Bool)?

    /// Called once, from anywhere, when the consumer has caught up after it fell behind.
    var hasRoom: @Sendable () -> Void = {}

    /// The number of messages passed to the consumer's buffer so far.
    private(set) var receivedCount = 0

    private var inbox: Inbox.Source?
    private var gate: InboundGate

    init(_ limit: InboundLimit) {
        var made = Inbox.makeChannel(backpressureStrategy: .watermark(low: limit.low, high: limit.high))
        messages = MosquittoMessages(made.takeChannel().elements())
        // A part cannot be taken out of `made`: Swift 6.2 aborts there. Its own source ends with it.
        inbox = made.source.makeAdditionalSource()
        gate = InboundGate(ceiling: limit.ceiling)
    }

    /// Whether the consumer has fallen behind.
    var isFull: Bool { gate.isFull }

    /// Passes a message on.
    func take(_ message: InboundMessage) {
        if let receiver, receiver(message) { return }
        // A consumer that has left has ended the channel, so the message is dropped, as documented.
        // Absent is nil: the consumer is gone.
        guard let result = try? inbox?.send(message) else { return }
        receivedCount += 1
        switch consume result {
        case .produceMore: _ = gate.delivered(bufferIsFull: false)
        case .enqueueCallback(var room):
            guard gate.delivered(bufferIsFull: true) else { return }
            room.enqueueCallback { [hasRoom] _ in hasRoom() }
        }
    }

    /// Records that the consumer has caught up.
    func drained() {
        gate.drained()
    }

    /// Whether to read from the socket.
    ///
    /// - Parameter isAnswerDue: Whether a call waits for an answer from the broker.
    func mayRead(isAnswerDue: Bool) -> Bool {
        gate.mayRead(isAnswerDue: isAnswerDue, backlog: receivedCount - messages.progress.takenCount)
    }

    /// Ends ``messages`` after the buffered messages.
    func close() {
        inbox = nil
    }
}
