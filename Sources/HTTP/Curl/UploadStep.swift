/// What a body gives when libcurl asks for bytes.
enum UploadStep {
    /// So many bytes; 0 is the end.
    case bytes(Int)
    /// None now; the transfer is woken when there are some.
    case later
    /// The body cannot be read as it was told.
    case failed
}
