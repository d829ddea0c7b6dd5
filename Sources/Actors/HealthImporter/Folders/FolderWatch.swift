internal import LoopExecutor
internal import MessageBus

/// Signals changes in folders; waits also end by timeout, because network disks report no changes.
///
/// It does not report what changed, so the waiter scans the folders itself.
final class FolderWatch: Sendable {
    private let news = WakeUp()
    private let folders: DirectoryWatch

    /// Creates a watch without folders.
    init() { folders = DirectoryWatch(.contents) { [news] in news.signal() } }

    /// Replaces the watched folders.
    func set(_ folders: [String]) { self.folders.set(Set(folders)) }

    /// Ends the current wait.
    func wake() { news.signal() }

    /// Waits for a change, ``wake()`` or a timeout.
    func wait(milliseconds: Int) async {
        await news.wait(atMost: .milliseconds(milliseconds), clock: ContinuousClock())
    }
}
