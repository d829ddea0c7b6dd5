import LoopExecutor

/// An open socket: the handle, the sources that watch it, and what it has told so far.
///
/// Releasing it closes everything; that must not happen inside a callback.
final class Link {
    let handle: ClientHandle
    let reads: DescriptorSource
    let writes: DescriptorSource
    let openedAt: ContinuousClock.Instant

    /// When the broker accepted us.
    var acceptedAt: ContinuousClock.Instant?

    /// Why the broker refused or ended the connection, as a callback told.
    var verdict: MosquittoError?

    /// Whether our DISCONNECT is queued.
    var isLeaving = false

    init(handle: ClientHandle, reads: DescriptorSource, writes: DescriptorSource, openedAt: ContinuousClock.Instant) {
        self.handle = handle
        self.reads = reads
        self.writes = writes
        self.openedAt = openedAt
    }

    /// Stops both sources, so that their handlers do not run again.
    func close() {
        reads.cancel()
        writes.cancel()
    }
}
