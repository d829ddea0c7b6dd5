internal import Synchronization
package import SystemPackage

/// Standard output that remembers write errors, because a command whose output is lost has not succeeded.
package final class StandardOutput: Sendable {
    private let file: FileDescriptor
    private let error = Mutex<Errno?>(nil)

    /// Creates an output for a descriptor, which the caller still owns.
    package init(_ file: FileDescriptor) { self.file = file }

    /// Writes a line; ``failure`` reports an error.
    package func line(_ text: String) {
        do {
            try file.writeAll("\(text)\n".utf8)
        } catch let errno as Errno {
            error.withLock { $0 = $0 ?? errno }
        } catch {
            self.error.withLock { $0 = $0 ?? .ioError }
        }
    }

    /// The failure if output was lost; nil if all was written, or the reader closed the pipe.
    package var failure: CommandFailure? {
        guard let errno = error.withLock({ $0 }), errno != .brokenPipe else { return nil }
        let message = "standard output cannot be written; the output is incomplete: \(errno)"
        guard !CommandFailure.isFull(errno.rawValue) else { return .noSpace(message) }
        return CommandFailure("cannotWrite", message: message, exitCode: ExitCodes.cannotWrite)
    }
}
