import Foundation
import Synchronization

/// Writes the log's lines, JSON each, to standard output or a file; each line is out before the next event.
package final class GroundTruthLog: Sendable {
    private let handle: Mutex<FileHandle>

    /// Opens the log.
    ///
    /// - Parameter path: The file, appended to; nil writes to standard output.
    /// - Throws: ``BlueZSimulatorError`` with code `log`.
    package init(path: String?) throws(BlueZSimulatorError) {
        do {
            handle = Mutex(try Self.open(path))
        } catch {
            throw BlueZSimulatorError(.log, "The log \(path ?? "stdout") cannot be written", underlying: error)
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

    /// Writes a line; one that cannot be written is left out, because the reader may be gone.
    package func write(_ event: GroundTruthEvent) {
        guard let line = event.line else { return }
        handle.withLock { try? $0.write(contentsOf: line) }
    }
}
