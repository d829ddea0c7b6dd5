import LoopExecutor

/// An open socket: the handle, the watch of it, and what it has told so far.
///
/// Releasing it closes everything; that must not happen inside a callback.
final class Link {
    let handle: ClientHandle
    let watch: DescriptorWatch
    let openedAt: ContinuousClock.Instant

    /// When the broker accepted us.
    var acceptedAt: ContinuousClock.Instant?

    /// Why the broker refused or ended the connection, as a callback told.
    var verdict: MosquittoError?

    /// Whether our DISCONNECT is queued.
    var isLeaving = false

    init(handle: ClientHandle, watch: DescriptorWatch, openedAt: ContinuousClock.Instant) {
        self.handle = handle
        self.watch = watch
        self.openedAt = openedAt
    }

    /// Stops the watch, so that its handler does not run again.
    func close() { watch.cancel() }
}
