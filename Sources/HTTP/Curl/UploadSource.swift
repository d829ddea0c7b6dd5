import Glibc

/// The source of the bytes of a request body.
protocol UploadSource: AnyObject {
    /// The declared length in bytes; nil if unknown.
    var length: Int? { get }

    /// Copies the next bytes into libcurl's buffer.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadStep

    /// Seeks to an offset from the start; false if impossible.
    func seek(to offset: Int) -> Bool
}

/// The result of reading from a body.
enum UploadStep {
    /// The number of bytes copied; 0 is the end.
    case bytes(Int)
    /// No bytes yet; the source wakes the transfer when there are some.
    case later
    /// The body could not be read as declared.
    case failed
}

/// A body in memory.
final class BytesUpload: UploadSource {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var length: Int? { bytes.count }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadStep {
        let part = bytes[offset...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        offset += part.count
        return .bytes(part.count)
    }

    func seek(to offset: Int) -> Bool {
        guard (0...bytes.count).contains(offset) else { return false }
        self.offset = offset
        return true
    }
}

/// A body in a regular file; its length is fixed when the transfer starts.
final class FileUpload: UploadSource {
    private let descriptor: Int32
    private let size: Int
    private var offset = 0

    /// Opens the file and records its size.
    init(path: String) throws(CurlError) {
        // O_NONBLOCK: opening a pipe by mistake must not block the queue.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable("cannot be opened", number: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Self.unreadable("is not a regular file", number: 0)
        }
        size = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    var length: Int? { size }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadStep {
        let wanted = min(buffer.count, size - offset)
        guard wanted > 0 else { return .bytes(0) }
        let count = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
        // A truncated file would leave the server waiting for the rest.
        guard count > 0 else { return .failed }
        offset += count
        return .bytes(count)
    }

    func seek(to offset: Int) -> Bool {
        guard (0...size).contains(offset) else { return false }
        self.offset = offset
        return true
    }

    private static func unreadable(_ what: String, number: Int32) -> CurlError {
        CurlError(
            code: .bodyUnreadable,
            message: "The body's file \(what): check that it exists and that this process may read it.",
            systemError: number
        )
    }
}
