internal import Synchronization

/// Which streams were started for which seats, the latest ones.
final class StreamSeats: Sendable {
    /// Many times more than run at a time.
    private static let limit = 256

    private let started = Mutex<[(stream: String, seat: String)]>([])

    /// Notes that a stream is started for a seat.
    func note(_ stream: String, seat: String?) {
        guard let seat else { return }
        started.withLock { started in
            started.append((stream, seat))
            if started.count > Self.limit { started.removeFirst() }
        }
    }

    /// The streams that were started for a seat.
    func streams(of seat: String) -> [String] {
        started.withLock { started in started.filter { $0.seat == seat }.map(\.stream) }
    }
}
