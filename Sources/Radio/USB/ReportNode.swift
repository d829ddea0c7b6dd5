public import DeviceCodecs
internal import Synchronization
internal import SystemPackage

/// An open device node that exchanges reports; it never blocks.
public final class ReportNode: CableNode {
    /// No report is longer.
    private static let limit = 256
    private let file: Mutex<FileDescriptor?>

    /// Opens the node of a meter.
    ///
    /// - Throws: ``CableFailure`` with what a person can do.
    public convenience init(_ path: String) throws(CableFailure) {
        do {
            self.init(
                try FileDescriptor.open(FilePath(path), .readWrite, options: [.nonBlocking, .closeOnExec, .noFollow])
            )
        } catch Errno.permissionDenied {
            throw .forbidden
        } catch {
            throw .closed
        }
    }

    /// Takes an open file that does not block; it is closed with this node.
    public convenience init(taking file: Int32) { self.init(FileDescriptor(rawValue: file)) }

    private init(_ file: FileDescriptor) { self.file = Mutex(file) }

    deinit { close() }

    /// Reads the next report.
    public func read() -> CableFinding {
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

    /// Writes a report; the kernel expects one without a number behind a zero.
    public func write(_ report: [UInt8], to pipe: BluetoothUUID) -> Bool {
        file.withLock { file in
            guard let file, pipe == .usbPipe || pipe == .usbNumberedPipe else { return false }
            let bytes = pipe == .usbNumberedPipe ? report : [0] + report
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
