import Dispatch
import Glibc
import Synchronization

/// Reports changes in directories (inotify(7)).
///
/// The handler is not told what has changed, and must check itself. Changes that another machine makes on a network
/// file system are not seen.
public final class DirectoryWatch: Sendable {
    /// The events that count as a change.
    public enum Change: Sendable {
        /// A name is added, removed, or refers to another file.
        case names
        /// A name changes, or content is written to a file.
        case contents

        fileprivate var events: UInt32 {
            let names =
                IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
            return UInt32(self == .names ? names : names | IN_CLOSE_WRITE | IN_MODIFY)
        }
    }

    /// The inotify descriptor, which stays open while any reader may use it.
    private final class Notifier: Sendable {
        let descriptor: Int32

        init?() {
            descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
        }

        deinit { close(descriptor) }

        /// Reads all pending events, so that the next change is reported again.
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

    /// Creates a watch without directories.
    ///
    /// - Parameter onChange: Called on a separate queue, once for changes in quick succession.
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

    /// Watches exactly these directories; one that was recreated since the last call is watched again.
    ///
    /// - Returns: Whether all of them are watched; false if one is missing, or the system's limit is reached.
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
