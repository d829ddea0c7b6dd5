import Glibc

/// Where a transfer takes the bytes of its body from.
protocol UploadSource: AnyObject {
    /// The number of bytes that is told to the server; nil if it is not known.
    var length: Int? { get }

    /// Copies the next bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadStep

    /// Goes to an offset from the start; false if that is not possible.
    func seek(to offset: Int) -> Bool
}

/// What a body gives when libcurl asks for bytes.
enum UploadStep {
    /// So many bytes; 0 is the end.
    case bytes(Int)
    /// None now; the transfer is woken when there are some.
    case later
    /// The body cannot be read as it was told.
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

/// A body in a regular file, whose length is fixed when the transfer starts.
final class FileUpload: UploadSource {
    private let descriptor: Int32
    private let size: Int
    private var offset = 0

    /// Opens the file.
    init(path: String) throws(CurlError) {
        // O_NONBLOCK: opening a pipe by mistake must not hold the queue.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable("cannot be opened", errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Self.unreadable("is not a regular file", 0)
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
        // A file that became shorter would leave the server waiting for the rest.
        guard count > 0 else { return .failed }
        offset += count
        return .bytes(count)
    }

    func seek(to offset: Int) -> Bool {
        guard (0...size).contains(offset) else { return false }
        self.offset = offset
        return true
    }

    private static func unreadable(_ what: String, _ number: Int32) -> CurlError {
        CurlError(
            code: .bodyUnreadable,
            message: "The body's file \(what): check that it exists and that this process may read it.",
            systemError: number
        )
    }
}
