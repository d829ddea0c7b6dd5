internal import Synchronization
internal import VitalRecords

/// What a reading under way has brought so far.
final class ReadProgress: Sendable {
    /// How far it is.
    struct Position: Sendable, Equatable {
        /// How many frames are safe or given up.
        var frames = 0
        /// Whether one is being written.
        var isSaving = false
        /// Whether no more will come.
        var isOver = false
    }

    private struct State {
        var position = Position()
        var readings: [Reading] = []
        var failure: (any Error)?

        mutating func count() {
            position.frames += 1
            position.isSaving = false
        }
    }

    private let state = Mutex(State())

    /// How far it is.
    var position: Position { state.withLock { $0.position } }

    /// A frame came and is to be written.
    func begin() {
        state.withLock { $0.position.isSaving = true }
    }

    /// The frame is safe.
    func add(_ reading: Reading?) {
        state.withLock { state in
            state.count()
            if let reading { state.readings.append(reading) }
        }
    }

    /// The frame could not be saved or decoded.
    func fail(_ error: any Error) {
        state.withLock { state in
            state.count()
            state.failure = error
        }
    }

    /// No more will come.
    func finish() {
        state.withLock { $0.position.isOver = true }
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
