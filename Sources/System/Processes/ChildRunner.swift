internal import Subprocess
internal import Synchronization
internal import SystemPackage

/// Runs one child process to its end.
struct ChildRunner: Sendable {
    let command: ChildCommand
    let lines: AsyncStream<String>.Continuation
    let started: AsyncStream<Result<Int32, ProcessError>>.Continuation

    /// Starts the child, reports its process ID or the failure, and waits for its end.
    func run() async -> ChildExit {
        do {
            switch command.output {
            case .discarded: return try await run(into: .discarded)
            case .file(let path):
                let file = try open(path)
                // This process closes the file, however the run ends.
                defer { try? file.close() }
                return try await run(into: .fileDescriptor(file, closeAfterSpawningProcess: false))
            case .lines: return try await runForLines()
            }
        } catch let error as ProcessError {
            started.yield(.failure(error))
        } catch let error as SubprocessError {
            started.yield(
                .failure(ProcessError(.notStarted, message: words(error), errno: error.underlyingError?.rawValue))
            )
        } catch {
            started.yield(.failure(ProcessError(.notStarted, message: "\(command.executable): \(error.fileWords)")))
        }
        return .unknown
    }

    private func run(into output: some OutputProtocol) async throws -> ChildExit {
        let result = try await Subprocess.run(
            configuration,
            input: .none,
            output: output,
            error: .combinedWithOutput
        ) { execution in
            started.yield(.success(execution.processIdentifier.value))
        }
        return exit(result.terminationStatus)
    }

    private func runForLines() async throws -> ChildExit {
        let result = try await Subprocess.run(
            configuration,
            input: .none,
            output: .sequence,
            error: .combinedWithOutput
        ) { execution in
            started.yield(.success(execution.processIdentifier.value))
            var splitter = LineSplitter()
            // A failed read ends the output, not the child.
            do {
                for try await buffer in execution.standardOutput {
                    let bytes = unsafe buffer.withUnsafeBytes { unsafe Array($0) }
                    for line in splitter.take(bytes) { lines.yield(line) }
                }
            } catch {}
            if let rest = splitter.finish() { lines.yield(rest) }
        }
        return exit(result.terminationStatus)
    }

    private var configuration: Configuration {
        var platform = PlatformOptions()
        // Ctrl-C in the terminal is meant for the parent, which stops its children in order.
        platform.processGroupID = 0
        platform.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: command.stopTimeout)]
        let changes = command.environment.compactMap { name, value in
            Environment.Key(rawValue: name).map { ($0, value) }
        }
        return Configuration(
            executable: command.executable.contains("/")
                ? .path(FilePath(command.executable)) : .name(command.executable),
            arguments: Arguments(executablePathOverride: command.name, remainingValues: command.arguments),
            environment: .inherit.updating(Dictionary(changes) { $1 }),
            workingDirectory: command.workingDirectory.map { FilePath($0) },
            platformOptions: platform
        )
    }

    private func open(_ path: String) throws -> FileDescriptor {
        do {
            return try FileDescriptor.open(
                FilePath(path),
                .writeOnly,
                options: [.create, .append, .closeOnExec],
                permissions: .ownerReadWrite
            )
        } catch let error as Errno {
            throw ProcessError(.output, message: "\(path) cannot be opened for output: \(error)", errno: error.rawValue)
        }
    }

    private func exit(_ status: TerminationStatus) -> ChildExit {
        switch status {
        case .exited(let code): .code(code)
        case .signaled(let number): .signal(number)
        }
    }

    private func words(_ error: SubprocessError) -> String {
        "\(command.executable) cannot be run: \(error.description)"
    }
}

/// How a child ended, shared between its runner and its owner.
final class EndState: Sendable {
    private let state = Mutex<ChildExit?>(nil)

    var exit: ChildExit? { state.withLock { $0 } }

    func set(_ exit: ChildExit) {
        state.withLock { $0 = exit }
    }
}
