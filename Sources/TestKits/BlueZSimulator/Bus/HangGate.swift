import Synchronization

/// Holds what wants an answer of a daemon that hangs.
///
/// It holds as many as the bus module's limit of calls under way lets in.
final class HangGate: Sendable {
    private struct State {
        var isHanging = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Waits until the daemon answers again.
    func pass() async {
        await withCheckedContinuation { continuation in
            let passes = state.withLock { state in
                if state.isHanging { state.waiting.append(continuation) }
                return !state.isHanging
            }
            if passes { continuation.resume() }
        }
    }

    /// The daemon hangs, or goes on.
    func set(_ isHanging: Bool) {
        let free = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.isHanging = isHanging
            guard !isHanging else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in free { continuation.resume() }
    }
}
