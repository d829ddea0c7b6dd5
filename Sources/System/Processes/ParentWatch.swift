internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Terminates a process soon after its parent has ended in any way.
///
/// It polls the parent's process ID twice a second, because the kernel's parent-death signal fires when the *thread*
/// that forked ends (prctl(2)), and Swift's threads come and go.
public enum ParentWatch {
    /// The environment variable that names the parent.
    public static let variable = "HUB_PROCESS_ID"

    /// Sends this process SIGTERM once its parent differs from the one in the environment; does nothing if none is
    /// named.
    public static func begin(_ environment: [String: String]) {
        guard let parent = environment[variable].flatMap({ Int32($0) }) else { return }
        look(for: parent)
    }

    private static func look(for parent: Int32) {
        guard getppid() == parent else {
            kill(getpid(), SIGTERM)
            return
        }
        // A queue outside Swift's thread pool, so that no blocked actor delays it.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) { look(for: parent) }
    }
}
