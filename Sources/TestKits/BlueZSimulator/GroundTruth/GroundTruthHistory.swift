import Foundation
import Synchronization

/// The latest lines of the log, for the control socket.
package final class GroundTruthHistory: Sendable {
    /// The number of lines kept; the oldest are dropped.
    package static let room = 200_000
    /// The number of lines that may wait for a follower; a slower one is dropped and must ask again by number.
    package static let followerRoom = 20_000

    private struct State {
        var lines: [[UInt8]] = []
        var dropped = 0
        var lastFollower = 0
        var followers: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    }

    private let state = Mutex(State())

    /// Creates an empty history.
    package init() {}

    /// Adds an event.
    package func add(_ event: GroundTruthEvent) {
        guard let line = event.line else { return }
        // Ended outside the lock, which their termination handler acquires.
        let slow = state.withLock { state -> [AsyncStream<[UInt8]>.Continuation] in
            var slow: [AsyncStream<[UInt8]>.Continuation] = []
            state.lines.append(line)
            if state.lines.count >= Self.room + 1000 {
                state.dropped += state.lines.count - Self.room
                state.lines.removeFirst(state.lines.count - Self.room)
            }
            for (name, follower) in state.followers {
                guard case .enqueued = follower.yield(line) else {
                    slow.append(follower)
                    state.followers[name] = nil
                    continue
                }
            }
            return slow
        }
        for follower in slow { follower.finish() }
    }

    /// The lines from a number on, counting from 0, and the number of the next one.
    package func lines(after number: Int) -> (lines: [[UInt8]], next: Int) {
        state.withLock { state in
            let skipped = min(max(0, number - state.dropped), state.lines.count)
            return (Array(state.lines.dropFirst(skipped)), state.dropped + state.lines.count)
        }
    }

    /// The lines from a number on, and a stream of those that follow.
    package func follow(after number: Int) -> (lines: [[UInt8]], next: Int, new: AsyncStream<[UInt8]>) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [UInt8].self,
            bufferingPolicy: .bufferingOldest(Self.followerRoom)
        )
        let (name, old, next) = state.withLock { state -> (Int, [[UInt8]], Int) in
            state.lastFollower += 1
            state.followers[state.lastFollower] = continuation
            let skipped = min(max(0, number - state.dropped), state.lines.count)
            return (
                state.lastFollower, Array(state.lines.dropFirst(skipped)), state.dropped + state.lines.count
            )
        }
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            _ = state.withLock { $0.followers.removeValue(forKey: name) }
        }
        return (old, next, stream)
    }
}

/// Writes the log as lines of JSON to standard output or a file; each line is written before the next event.
package final class GroundTruthLog: Sendable {
    private let handle: Mutex<FileHandle>

    /// Opens the log.
    ///
    /// - Parameter path: The file to append to; nil writes to standard output.
    /// - Throws: ``BlueZSimulatorError`` with code `log`.
    package init(path: String?) throws(BlueZSimulatorError) {
        do {
            handle = Mutex(try Self.open(path))
        } catch {
            throw BlueZSimulatorError(.log, message: "The log \(path ?? "stdout") cannot be written", underlying: error)
        }
    }

    private static func open(_ path: String?) throws -> sending FileHandle {
        guard let path else { return FileHandle(fileDescriptor: 1, closeOnDealloc: false) }
        if !FileManager.default.fileExists(atPath: path) {
            try Data().write(to: URL(filePath: path))
        }
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        return handle
    }

    /// Writes a line; drops one that cannot be written, because the reader may be gone.
    package func write(_ event: GroundTruthEvent) {
        guard let line = event.line else { return }
        handle.withLock { try? $0.write(contentsOf: line) }
    }
}
