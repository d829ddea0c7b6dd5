internal import LoopExecutor
internal import MessageBus

/// Says when something changes in folders; where the system does not say it, as on a network's disk, time does it.
///
/// What has changed is not told: whoever waits looks for himself.
final class FolderWatch: Sendable {
    private let news = WakeUp()
    private let folders: DirectoryWatch

    /// Watches nothing yet.
    init() { folders = DirectoryWatch(.contents) { [news] in news.signal() } }

    /// Watches these folders and no others.
    func set(_ folders: [String]) { self.folders.set(Set(folders)) }

    /// Ends a wait.
    func wake() { news.signal() }

    /// Waits for a change, for ``wake()``, or for some time.
    func wait(milliseconds: Int) async {
        await news.wait(atMost: .milliseconds(milliseconds), clock: ContinuousClock())
    }
}
