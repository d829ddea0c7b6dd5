internal import Synchronization
package import SystemPackage

/// Standard output that remembers a failed write, because a command without its output has failed.
package final class StandardOutput: Sendable {
    private let file: FileDescriptor
    private let error = Mutex<Errno?>(nil)

    /// Makes one for a descriptor, which remains the caller's.
    package init(_ file: FileDescriptor) { self.file = file }

    /// Writes a line; reports an error in ``failure``.
    package func line(_ text: String) {
        do {
            try file.writeAll("\(text)\n".utf8)
        } catch let errno as Errno {
            error.withLock { $0 = $0 ?? errno }
        } catch {
            self.error.withLock { $0 = $0 ?? .ioError }
        }
    }

    /// Why output is incomplete; nil if it is complete, or its reader closed it early.
    package var failure: CommandFailure? {
        guard let errno = error.withLock({ $0 }), errno != .brokenPipe else { return nil }
        let message = "standard output cannot be written; the output is incomplete: \(errno)"
        guard !CommandFailure.isFull(errno.rawValue) else { return .noSpace(message) }
        return CommandFailure("cannotWrite", message: message, exitCode: ExitCodes.cannotWrite)
    }
}
