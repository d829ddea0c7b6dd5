internal import FoundationEssentials
internal import LoopExecutor
internal import MessageBus
internal import Synchronization
internal import SystemCalls

/// Signals changes of files by other processes' commands, which cannot reach a running process.
///
/// The system reports changes in their directories; if it does not, the files' ages are checked every second.
public final class FileChanges: Sendable {
    /// The polling interval if changes are not reported.
    private static let pause = Duration.seconds(1)
    /// The polling interval if they are, because a network disk does not report another machine's changes.
    private static let patience = Duration.seconds(60)

    /// How long the files must be unchanged before a change is reported.
    private static let calm = Duration.milliseconds(100)

    private let paths: [String]
    private let news = WakeUp()
    private let directories: DirectoryWatch
    private let last: Mutex<String>

    /// Starts from the present state.
    ///
    /// - Parameter paths: The files, and the directories in which files appear or disappear; missing ones may be
    ///   created later.
    public init(_ paths: [String]) {
        self.paths = paths
        directories = DirectoryWatch(.names) { [news] in news.signal() }
        // Set first, so that later changes are reported.
        directories.set(Self.directories(of: paths))
        last = Mutex(Self.ages(of: paths))
    }

    /// A text that differs after each change.
    public var ages: String { Self.ages(of: paths) }

    /// Waits for a change or cancellation, for a minute at most.
    ///
    /// - Returns: Whether anything changed since the last call.
    public func wait(_ clock: any Clock<Duration>) async -> Bool {
        let isTold = directories.set(Self.directories(of: paths))
        // Catches changes from before a directory was watched.
        if await isOther(clock) { return true }
        await news.wait(atMost: isTold ? Self.patience : Self.pause, clock: clock)
        return await isOther(clock)
    }

    private func isOther(_ clock: any Clock<Duration>) async -> Bool {
        var now = ages
        guard last.withLock({ $0 != now }) else { return false }
        // A file is written next to its place and then moved; without this pause the broker would restart for each of
        // the two changes.
        var before: String
        repeat {
            before = now
            // Cleanup: a cancelled task stops waiting.
            try? await clock.sleep(for: Self.calm)
            now = ages
        } while now != before && !Task.isCancelled
        last.withLock { [now] in $0 = now }
        return true
    }

    /// A text that differs after each change of files; it includes fractions, because two changes may occur in one
    /// second.
    static func ages(of paths: [String]) -> String {
        // Not FileManager, which looks up the owner's name for each file; some callers ask for every reading.
        paths.map { FileStatus(at: $0).map { "\($0.modified)" } ?? "missing" }.joined(separator: " ")
    }

    /// The directories to watch: a directory itself, that of a file, and the nearest existing parent of a missing path.
    private static func directories(of paths: [String]) -> Set<String> {
        Set(
            paths.map { path in
                var place = path[...]
                var isDirectory = false
                while !FileManager.default.fileExists(atPath: String(place), isDirectory: &isDirectory) || !isDirectory,
                    let end = place.lastIndex(of: "/"), end > place.startIndex
                {
                    place = place[..<end]
                }
                return String(place)
            }
        )
    }
}
