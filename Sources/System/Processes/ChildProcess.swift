#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A child process that runs until it ends or is stopped; releasing the last reference also stops it.
///
/// It does not use the kernel's parent-death signal, which fires when the *thread* that forked ends, because Swift's
/// threads come and go. A child with ``ParentWatch`` ends by itself when this process is killed; its owner must find
/// any other child again (``RunningProcess``).
public final class ChildProcess: Sendable {
    /// The number of lines buffered for a slow reader of ``lines``; beyond it the oldest are dropped.
    public static let lineLimit = 1024

    /// The process ID; invalid after the end.
    public let processID: Int32
    /// The lines of output, for one reader; empty unless the command's output is `lines`.
    public let lines: AsyncStream<String>
    private let running: Task<ChildExit, Never>
    private let ended: EndState

    /// Starts a child process.
    ///
    /// - Throws: ``ProcessError``: `notStarted` or `output`.
    public static func start(_ command: ChildCommand) async throws -> ChildProcess {
        let (lines, sink) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(lineLimit))
        let (starts, started) = AsyncStream.makeStream(of: Result<Int32, ProcessError>.self)
        let ended = EndState()
        // Unstructured, because the child outlives this call.
        let running = Task {
            let exit = await ChildRunner(command: command, lines: sink, started: started).run()
            ended.set(exit)
            sink.finish()
            started.finish()
            return exit
        }
        guard let processID = try await starts.first(where: { _ in true })?.get() else {
            throw ProcessError(.notStarted, message: "\(command.executable) was not started")
        }
        return ChildProcess(processID: processID, lines: lines, running: running, ended: ended)
    }

    private init(processID: Int32, lines: AsyncStream<String>, running: Task<ChildExit, Never>, ended: EndState) {
        self.processID = processID
        self.lines = lines
        self.running = running
        self.ended = ended
    }

    deinit {
        running.cancel()
    }

    /// How the process ended; nil while it runs.
    public var exit: ChildExit? { ended.exit }

    /// Waits for the end of the child, even if the waiting task is cancelled.
    public func waitUntilExit() async -> ChildExit { await running.value }

    /// Sends SIGTERM, after the command's `stopTimeout` SIGKILL, and waits for the end.
    @discardableResult
    public func stop() async -> ChildExit {
        running.cancel()
        return await running.value
    }

    /// Sends SIGKILL and waits for the end.
    @discardableResult
    public func kill() async -> ChildExit {
        send(SIGKILL)
        return await running.value
    }

    /// Sends a signal; does nothing after the end.
    public func send(_ signal: Int32) {
        guard exit == nil else { return }
        signalProcess(processID, signal: signal)
    }
}

/// `kill(2)`, whose name the method above shadows.
private func signalProcess(_ processID: Int32, signal: Int32) {
    _ = kill(processID, signal)
}
