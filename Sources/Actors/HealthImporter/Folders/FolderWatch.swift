internal import Dispatch
internal import Synchronization
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Says when something changes in folders, by inotify; where that does not work, as on a network's disk, time does it.
///
/// What has changed is not told: whoever waits looks for himself.
final class FolderWatch: Sendable {
    private struct State {
        var watched: [String: Int32] = [:]
    }

    private static let events =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_MODIFY) | UInt32(IN_DELETE_SELF)

    private let state = Mutex(State())
    /// inotify's descriptor; nil where the system gives none.
    private let notify: FileDescriptor?
    /// The reading and the writing end of what wakes the waiting.
    private let ends: (read: FileDescriptor, write: FileDescriptor)?

    /// Opens inotify.
    init() {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        notify = descriptor >= 0 ? FileDescriptor(rawValue: descriptor) : nil
        // Absent is nil: without a watch the folder is looked at in turn.
        let pair = try? FileDescriptor.pipe()
        ends = pair.map { (read: $0.readEnd, write: $0.writeEnd) }
        for end in [ends?.read, ends?.write].compactMap({ $0 }) {
            _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK)
            _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        try? notify?.close()
        try? ends?.read.close()
        try? ends?.write.close()
    }

    /// Watches these folders and no others.
    func set(_ folders: [String]) {
        guard let notify else { return }
        state.withLock { state in
            for (folder, number) in state.watched where !folders.contains(folder) {
                _ = inotify_rm_watch(notify.rawValue, number)
                state.watched[folder] = nil
            }
            // A folder that is made later, or anew, is watched from then on: asking again changes nothing else.
            for folder in folders {
                let number = unsafe inotify_add_watch(notify.rawValue, folder, Self.events)
                state.watched[folder] = number >= 0 ? number : nil
            }
        }
    }

    /// Ends a wait.
    func wake() {
        guard let ends else { return }
        // Absent is nil: without a watch the folder is looked at in turn.
        _ = try? ends.write.writeAll([1])
    }

    /// Waits for a change, for ``wake()``, or for some time.
    func wait(milliseconds: Int32) async {
        await withCheckedContinuation { caller in
            DispatchQueue.global().async {
                self.waitOnThread(milliseconds)
                caller.resume()
            }
        }
    }

    private func waitOnThread(_ milliseconds: Int32) {
        let descriptors = [notify, ends?.read].compactMap { $0 }
        var polled = descriptors.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
        _ = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        for descriptor in descriptors {
            // Absent is nil: without a watch the folder is looked at in turn.
            while let count = try? unsafe buffer.withUnsafeMutableBytes({ unsafe try descriptor.read(into: $0) }),
                count > 0
            {}
        }
    }
}
