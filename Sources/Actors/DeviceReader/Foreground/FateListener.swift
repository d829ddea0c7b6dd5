internal import BusContract
internal import MessageBus
internal import Synchronization
internal import VitalRecords

/// Collects the session manager's decisions about readings that a requester awaits.
///
/// It listens before the device is read, because the relay may be faster than the reader.
final class FateListener: Sendable {
    /// The largest number of decisions remembered; a device's memory may hold thousands of readings.
    private static let limit = 1024

    private struct State {
        var isListening = false
        var fates: [ReadingKey: ReadingFate] = [:]
    }

    private let state = Mutex(State())
    private let news = WakeUp()

    /// Starts listening, with no decisions.
    func begin() {
        state.withLock { $0 = State(isListening: true) }
    }

    /// Stops listening and forgets the decisions.
    func end() {
        state.withLock { $0 = State() }
    }

    /// Records the session manager's decisions.
    func hear(_ results: [SubmittedRecords.Result]) {
        let isNews = state.withLock { state in
            guard state.isListening else { return false }
            for result in results where state.fates.count < Self.limit { state.fates[result.readingKey] = result.fate }
            return true
        }
        if isNews { news.signal() }
    }

    /// The fates of readings, in the order of the keys; `outbox` if there is no decision within about ten seconds.
    func fates(of keys: [ReadingKey], clock: any Clock<Duration>) async -> [ReadingFate] {
        for _ in 0..<100 {
            let isOver = state.withLock { state in keys.allSatisfy { state.fates[$0] != nil } }
            guard !isOver, !Task.isCancelled else { break }
            await news.wait(atMost: .milliseconds(100), clock: clock)
        }
        return state.withLock { state in keys.map { state.fates[$0] ?? ReadingFate(readingKey: $0, fate: .outbox) } }
    }
}

extension SubmittedRecords.Result {
    /// The outcome as named in the reader's events.
    var fate: ReadingFate {
        let word: ReadingDisposition =
            switch outcome {
            case .accepted: .submitted
            case .repeated: logID == nil ? .repeated : .submitted
            default: ReadingDisposition(rawValue: outcome.rawValue)
            }
        return ReadingFate(
            readingKey: readingKey,
            fate: word,
            seat: seat,
            logID: logID,
            reason: reason,
            assignedSeat: assignedSeat,
            error: error
        )
    }
}
