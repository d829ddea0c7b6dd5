import Dispatch
import Glibc
import Synchronization

/// Tells when something changes in directories (inotify(7)).
///
/// What has changed is not told: whoever is called looks for himself. What another machine changes on a network's disk is not seen.
public final class DirectoryWatch: Sendable {
    /// What counts as a change.
    public enum Change: Sendable {
        /// A name comes, goes, or is another file's from now on.
        case names
        /// That, and what is written into a file.
        case contents

        fileprivate var events: UInt32 {
            let names =
                IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
            return UInt32(self == .names ? names : names | IN_CLOSE_WRITE | IN_MODIFY)
        }
    }

    /// inotify's descriptor, which is open as long as somebody may read it.
    private final class Notifier: Sendable {
        let descriptor: Int32

        init?() {
            descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
        }

        deinit { close(descriptor) }

        /// Reads all that is told, so that the next change is told again.
        func drain() {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while read(descriptor, &buffer, buffer.count) > 0 {}
        }
    }

    private struct State {
        var watched: [String: Int32] = [:]
        let source: DescriptorSource?
    }

    private let change: Change
    private let notifier: Notifier?
    private let state: Mutex<State>

    /// Watches nothing yet.
    ///
    /// - Parameter onChange: Called on a queue of its own, once for changes that come together.
    public init(_ change: Change, onChange: @escaping @Sendable () -> Void) {
        self.change = change
        let notifier = Notifier()
        self.notifier = notifier
        let source = notifier.flatMap { notifier in
            DescriptorSource(
                descriptor: notifier.descriptor,
                direction: .readable,
                queue: DispatchQueue(label: "vitalbus.directories")
            ) {
                notifier.drain()
                onChange()
            }
        }
        source?.enable()
        state = Mutex(State(source: source))
    }

    /// Watches these directories and no others; one that was made anew since the last time is watched again.
    ///
    /// - Returns: Whether all of them are watched: not where one is missing, or the system gives no more watches.
    @discardableResult
    public func set(_ directories: Set<String>) -> Bool {
        state.withLock { state in
            guard let notifier, state.source != nil else { return false }
            for (directory, number) in state.watched where !directories.contains(directory) {
                _ = inotify_rm_watch(notifier.descriptor, number)
                state.watched[directory] = nil
            }
            for directory in directories {
                let number = inotify_add_watch(notifier.descriptor, directory, change.events)
                state.watched[directory] = number >= 0 ? number : nil
            }
            return state.watched.count == directories.count
        }
    }
}
