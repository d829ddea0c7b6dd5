internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Ends a process in order soon after the process that started it, however that ended.
///
/// The kernel's parent-death signal would be sent when the *thread* that forked ends (prctl(2)), and Swift's threads come
/// and go; so the parent's number is looked at twice a second.
public enum ParentWatch {
    /// The environment variable that names the parent.
    public static let variable = "HUB_PROCESS_ID"

    /// Sends this process SIGTERM once its parent is another than the environment names; nothing where none is named.
    public static func begin(_ environment: [String: String]) {
        guard let parent = environment[variable].flatMap({ Int32($0) }) else { return }
        look(for: parent)
    }

    private static func look(for parent: Int32) {
        guard getppid() == parent else {
            kill(getpid(), SIGTERM)
            return
        }
        // A queue outside of Swift's own threads: no actor that blocks them holds it up.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) { look(for: parent) }
    }
}
