internal import Synchronization

/// Remembers for which seats the latest streams were started.
final class StreamSeats: Sendable {
    /// The number of streams remembered, far more than can run concurrently.
    private static let limit = 256

    private let started = Mutex<[(stream: String, seat: String)]>([])

    /// Records the seat of a new stream.
    func note(_ stream: String, seat: String?) {
        guard let seat else { return }
        started.withLock { started in
            started.append((stream, seat))
            if started.count > Self.limit { started.removeFirst() }
        }
    }

    /// The streams started for a seat.
    func streams(of seat: String) -> [String] {
        started.withLock { started in started.filter { $0.seat == seat }.map(\.stream) }
    }
}
