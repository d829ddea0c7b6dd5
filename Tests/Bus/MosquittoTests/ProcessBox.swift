import Foundation
import Synchronization

/// A child process that can be started, signalled and replaced; waiting for its end blocks no thread.
final class ProcessBox: Sendable {
    private struct Child {
        let process: Process
        let end: AsyncStream<Never>
    }

    private let current = Mutex<Child?>(nil)

    /// Starts a child and discards its output.
    func run(_ tool: String, _ arguments: [String], in directory: URL) throws {
        let (end, continuation) = AsyncStream<Never>.makeStream()
        let process = Process()
        process.executableURL = URL(filePath: tool)
        process.arguments = arguments
        process.currentDirectoryURL = directory
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.terminationHandler = { _ in continuation.finish() }
        try Self.withSignalsUnblocked { try process.run() }
        current.withLock { $0 = Child(process: process, end: end) }
    }

    /// Runs a body with no signal blocked: libdispatch's threads block them all, and a child inherits that.
    private static func withSignalsUnblocked(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    /// Sends a signal if the child still runs.
    func signal(_ number: Int32) {
        current.withLock { child in
            guard let process = child?.process, process.isRunning else { return }
            _ = kill(process.processIdentifier, number)
        }
    }

    /// Waits for the child's end and returns its exit status.
    func status() async -> Int32 {
        guard let end = current.withLock({ $0?.end }) else { return 0 }
        for await _ in end {}
        return current.withLock { child in
            guard let process = child?.process, !process.isRunning else { return -1 }
            return process.terminationStatus
        }
    }
}
