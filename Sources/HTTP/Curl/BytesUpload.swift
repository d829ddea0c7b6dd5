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
