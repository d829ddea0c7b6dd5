internal import FoundationEssentials
internal import LoopExecutor
internal import MessageBus
internal import Synchronization

/// Reports changes of files that commands of other processes write, because they cannot reach a running process.
///
/// The system notifies it of changes in their directories; without that, it checks the files' age each second.
public final class FileChanges: Sendable {
    /// The interval of checks without notifications.
    private static let pause = Duration.seconds(1)
    /// The interval of checks with notifications, which miss another machine's changes on a network disk.
    private static let patience = Duration.seconds(60)

    /// How long the files must be unchanged before a change is reported.
    private static let calm = Duration.milliseconds(100)

    private let paths: [String]
    private let news = WakeUp()
    private let directories: DirectoryWatch
    private let last: Mutex<String>

    /// Begins with the present files.
    ///
    /// - Parameter paths: The files, and the directories whose files may change; missing ones may appear later.
    public init(_ paths: [String]) {
        self.paths = paths
        directories = DirectoryWatch(.names) { [news] in news.signal() }
        // First, so that later changes are reported.
        directories.set(Self.directories(of: paths))
        last = Mutex(Self.ages(of: paths))
    }

    /// A value that differs after each change.
    public var ages: String { Self.ages(of: paths) }

    /// Waits for a change, for cancellation, or for a minute at most.
    ///
    /// - Returns: Whether there is a change since the last call.
    public func wait(_ clock: any Clock<Duration>) async -> Bool {
        let isTold = directories.set(Self.directories(of: paths))
        // Changes may have come while a directory was not watched yet.
        if await isOther(clock) { return true }
        await news.wait(atMost: isTold ? Self.patience : Self.pause, clock: clock)
        return await isOther(clock)
    }

    private func isOther(_ clock: any Clock<Duration>) async -> Bool {
        var now = ages
        guard last.withLock({ $0 != now }) else { return false }
        // A file is written under a temporary name and then moved: the broker would restart for each of the two steps.
        var before: String
        repeat {
            before = now
            // Cleanup: cancellation ends the wait.
            try? await clock.sleep(for: Self.calm)
            now = ages
        } while now != before && !Task.isCancelled
        last.withLock { [now] in $0 = now }
        return true
    }

    /// A value that differs after each change of files; in fractions of a second, because two changes may fall into one
    /// second.
    static func ages(of paths: [String]) -> String {
        paths.map { path in
            // Absent is nil: a missing file counts as another age.
            let facts = try? FileManager.default.attributesOfItem(atPath: path)
            return "\((facts?[.modificationDate] as? Date ?? .distantPast).timeIntervalSince1970)"
        }.joined(separator: " ")
    }

    /// The directories to watch: a directory itself, a file's parent, and for a missing path its nearest existing
    /// ancestor.
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
