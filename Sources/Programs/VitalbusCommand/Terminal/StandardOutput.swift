internal import Synchronization
package import SystemPackage

/// Standard output that remembers whether it could be written: what nobody can read is not done.
package final class StandardOutput: Sendable {
    private let file: FileDescriptor
    private let error = Mutex<Errno?>(nil)

    /// Makes one over a descriptor, which stays the caller's.
    package init(_ file: FileDescriptor) { self.file = file }

    /// Writes a line; where that fails, ``failure`` tells it.
    package func line(_ text: String) {
        do {
            try file.writeAll("\(text)\n".utf8)
        } catch let errno as Errno {
            error.withLock { $0 = $0 ?? errno }
        } catch {
            self.error.withLock { $0 = $0 ?? .ioError }
        }
    }

    /// Why not all was written; nil where all was, and where whoever read it has seen enough and closed it.
    package var failure: CommandFailure? {
        guard let errno = error.withLock({ $0 }), errno != .brokenPipe else { return nil }
        let message = "standard output cannot be written; the output is incomplete: \(errno)"
        guard !CommandFailure.isFull(errno.rawValue) else { return .noSpace(message) }
        return CommandFailure("cannotWrite", message: message, exitCode: ExitCodes.cannotWrite)
    }
}
