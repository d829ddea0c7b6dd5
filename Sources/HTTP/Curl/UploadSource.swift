/// Where a transfer takes the bytes of its body from.
protocol UploadSource: AnyObject {
    /// The number of bytes that is told to the server; nil if it is not known.
    var length: Int? { get }

    /// Copies the next bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadStep

    /// Goes to an offset from the start; false if that is not possible.
    func seek(to offset: Int) -> Bool
}
