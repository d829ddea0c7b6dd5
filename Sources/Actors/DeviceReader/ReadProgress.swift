internal import Synchronization
internal import VitalRecords

/// What a reading under way has brought so far.
final class ReadProgress: Sendable {
    private struct State {
        var frames = 0
        var readings: [Reading] = []
        var failure: (any Error)?
        var isOver = false
    }

    private let state = Mutex(State())

    /// How many frames came, and whether no more will.
    var position: (frames: Int, isOver: Bool) {
        state.withLock { ($0.frames, $0.isOver) }
    }

    /// A frame came and is safe.
    func add(_ reading: Reading?) {
        state.withLock { state in
            state.frames += 1
            if let reading { state.readings.append(reading) }
        }
    }

    /// A frame could not be saved or decoded.
    func fail(_ error: any Error) {
        state.withLock { state in
            state.frames += 1
            state.failure = error
        }
    }

    /// No more will come.
    func finish() {
        state.withLock { $0.isOver = true }
    }

    /// The readings.
    ///
    /// - Throws: The failure, where nothing at all was read.
    func result() throws -> [Reading] {
        try state.withLock { state in
            if let failure = state.failure, state.readings.isEmpty { throw failure }
            return state.readings
        }
    }
}
