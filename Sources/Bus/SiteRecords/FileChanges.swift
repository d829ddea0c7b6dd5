internal import FoundationEssentials
internal import LoopExecutor
internal import MessageBus
internal import Synchronization

/// Tells when files change that commands of other processes write: those cannot reach a process that runs.
///
/// The system tells of changes in their directories; where it does not, the files' age is looked at each second.
public final class FileChanges: Sendable {
    /// How long to wait where nobody tells of changes.
    private static let pause = Duration.seconds(1)
    /// How long to wait where they are told: on a disk of the network another machine's are not.
    private static let patience = Duration.seconds(60)

    /// How long nothing may change before a change is told.
    private static let calm = Duration.milliseconds(100)

    private let paths: [String]
    private let news = WakeUp()
    private let directories: DirectoryWatch
    private let last: Mutex<String>

    /// Begins with what is so now.
    ///
    /// - Parameter paths: The files, and the directories in which files come and go; those that are missing may come later.
    public init(_ paths: [String]) {
        self.paths = paths
        directories = DirectoryWatch(.names) { [news] in news.signal() }
        // First: what changes from now on is told.
        directories.set(Self.directories(of: paths))
        last = Mutex(Self.ages(of: paths))
    }

    /// What differs after each change.
    public var ages: String { Self.ages(of: paths) }

    /// Waits for a change, for cancellation, or for a minute at most.
    ///
    /// - Returns: Whether there is a change since the last call.
    public func wait(_ clock: any Clock<Duration>) async -> Bool {
        let isTold = directories.set(Self.directories(of: paths))
        // What came while a directory was not watched yet.
        if await isOther(clock) { return true }
        await news.wait(atMost: isTold ? Self.patience : Self.pause, clock: clock)
        return await isOther(clock)
    }

    private func isOther(_ clock: any Clock<Duration>) async -> Bool {
        var now = ages
        guard last.withLock({ $0 != now }) else { return false }
        // A file is written beside its place and moved there: the broker would start anew for each of the two.
        var before: String
        repeat {
            before = now
            // Cleanup: who is cancelled waits no more.
            try? await clock.sleep(for: Self.calm)
            now = ages
        } while now != before && !Task.isCancelled
        last.withLock { [now] in $0 = now }
        return true
    }

    /// What differs after each change of files; to the fraction, for two changes may come in one second.
    static func ages(of paths: [String]) -> String {
        paths.map { path in
            // Absent is nil: files that are not there yet are another age.
            let facts = try? FileManager.default.attributesOfItem(atPath: path)
            return "\((facts?[.modificationDate] as? Date ?? .distantPast).timeIntervalSince1970)"
        }.joined(separator: " ")
    }

    /// Where changes are told: a directory itself, that of a file, and of what is missing the next one above it.
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
