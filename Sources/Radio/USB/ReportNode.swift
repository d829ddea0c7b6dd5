internal import Synchronization
internal import SystemPackage

/// An open device node that exchanges reports; it never blocks.
public final class ReportNode: Sendable {
    /// What a read finds.
    public enum Finding: Hashable, Sendable {
        /// A report.
        case report([UInt8])
        /// Nothing yet.
        case nothing
        /// The device is unplugged.
        case gone
    }

    /// Why a node cannot be used.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// For people.
        public let description: String
    }

    /// No report is longer.
    private static let limit = 256
    private let file: Mutex<FileDescriptor?>

    /// Opens the node of a meter.
    ///
    /// - Throws: ``Failure`` with what a person can do.
    public convenience init(_ path: String) throws(Failure) {
        do {
            self.init(
                try FileDescriptor.open(FilePath(path), .readWrite, options: [.nonBlocking, .closeOnExec, .noFollow])
            )
        } catch Errno.permissionDenied {
            throw Failure(
                description: """
                    the hub may not open the meter: install deploy/udev/60-vitalbus.rules, and plug the meter in again
                    """
            )
        } catch {
            throw Failure(description: "the meter cannot be opened; plug it in again")
        }
    }

    /// Takes an open file that does not block; it is closed with this node.
    public convenience init(taking file: Int32) { self.init(FileDescriptor(rawValue: file)) }

    private init(_ file: FileDescriptor) { self.file = Mutex(file) }

    deinit { close() }

    /// Reads the next report.
    public func read() -> Finding {
        file.withLock { file in
            guard let file else { return .gone }
            var bytes = [UInt8](repeating: 0, count: Self.limit)
            do {
                let count = try unsafe bytes.withUnsafeMutableBytes { buffer in try unsafe file.read(into: buffer) }
                return count == 0 ? .gone : .report(Array(bytes.prefix(count)))
            } catch Errno.resourceTemporarilyUnavailable, Errno.interrupted {
                return .nothing
            } catch {
                return .gone
            }
        }
    }

    /// Writes a report.
    ///
    /// - Parameter isNumbered: Whether the report begins with its number; the kernel expects any other behind a zero.
    /// - Returns: Whether the device took it.
    public func write(_ report: [UInt8], isNumbered: Bool = false) -> Bool {
        file.withLock { file in
            guard let file else { return false }
            let bytes = isNumbered ? report : [0] + report
            // Absent is nil: a device that does not take a report is unplugged, or asked again by its driver.
            return unsafe (try? bytes.withUnsafeBytes { try unsafe file.write($0) }) == bytes.count
        }
    }

    /// Closes the node.
    public func close() {
        file.withLock { file in
            // Cleanup: a device that is unplugged has nothing to close.
            try? file?.close()
            file = nil
        }
    }
}
