internal import FoundationEssentials
internal import MessageBus
internal import Synchronization
internal import SystemPackage

/// The log file, mode 0600.
///
/// At its size limit it is renamed to `log.1`, replacing an earlier one.
package final class LogFile: Sendable {
    private struct Open {
        var file: FileDescriptor?
        var bytes = 0
    }

    private let path: String
    private let limit: Int
    private let open = Mutex(Open())

    /// Creates a log for a path; the file is created with the first entry.
    ///
    /// - Parameter limit: The size limit of the file in bytes.
    package init(_ path: String, limit: Int = 1 << 20) {
        self.path = path
        self.limit = limit
    }

    deinit { try? open.withLock { $0.file }?.close() }

    /// Appends an entry; a write error drops it, because a log must not stop the process.
    func write(level: String, tag: String, message: String) {
        append(Array("\(WireJSON.timeText(Date())) \(level) \(tag): \(message)\n".utf8))
    }

    /// Appends a line; a write error drops it, because a log must not stop the process.
    package func append(_ line: [UInt8]) {
        open.withLock { open in
            if open.bytes + line.count > limit, open.bytes > 0 { turn(&open) }
            if open.file == nil { start(&open) }
            // Absent is nil: a write error drops the line, because a log must not stop the process.
            guard let file = open.file, (try? file.writeAll(line)) != nil else { return }
            open.bytes += line.count
        }
    }

    private func start(_ open: inout Open) {
        open.file = try? FileDescriptor.open(
            FilePath(path),
            .writeOnly,
            options: [.create, .append, .closeOnExec],
            permissions: .ownerReadWrite
        )
        // Absent is nil: a disk error counts as an empty file, because a log must not stop the process.
        open.bytes = Int((try? open.file?.seek(offset: 0, from: .end)) ?? 0)
    }

    private func turn(_ open: inout Open) {
        try? open.file?.close()
        open = Open()
        try? FileManager.default.removeItem(atPath: path + ".1")
        // Cleanup: the log continues in the same file.
        try? FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    }
}
